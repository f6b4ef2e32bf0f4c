package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.director.DirectorInput;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItemStatus;
import dev.assay.schemas.topic.Topic;
import dev.assay.testkit.s3.S3Server;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services as processes of their own on Kafka, PostgreSQL and an S3 API. */
class FleetIT {

  private static final int EVENTS_MIN = 100;
  private static final long FEED_PAUSE_NANOS = 5_000_000;

  @TempDir private Path home;

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void stopAll() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @Test
  void threeWorkersShareTwoPartitionsAndLosingOneLosesNothing() throws Exception {
    S3Server objects = S3Server.start(home.resolve("s3"));
    open.add(objects);
    Records records = records(backends(objects), Access.OPERATOR);
    var _ = service("director", "director"); // first, since it alone may create the topics
    Api write = service("ingest", "ingest");
    Api read = service("store", "store");
    List<Child> workers = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      workers.add(started("worker", "worker-" + i));
    }
    List<Api> working = new ArrayList<>();
    for (Child worker : workers) {
      working.add(ready(worker, "worker"));
    }
    String report = Samples.passing("fleet.Pass");
    assertThat(write.put(report, "application/xml").status()).isEqualTo(201);
    try (Feeder feeder = new Feeder("fleet", List.of(report), () -> write, FEED_PAUSE_NANOS)) {

      Await.until(
          "all three workers report",
          () -> byWorker(records).size() == 3 && feeder.accepted().size() >= EVENTS_MIN);
      workers.getFirst().kill();
      int before = feeder.accepted().size();
      Await.until("more is accepted", () -> feeder.accepted().size() >= before + EVENTS_MIN);
      feeder.finish();

      Set<String> accepted = feeder.accepted();
      Await.until("every accepted event is decided", () -> decided(records).containsAll(accepted));
      assertThat(otherThanPassed(records)).isEmpty();
      assertThat(records.all(Topic.DECISIONS))
          .allSatisfy(decision -> assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE));
      int entries = 2 * decided(records).size();
      Await.until(
          "the log has every attestation", () -> PublicLog.read(read).verdicts() == entries);
      assertThat(PublicLog.read(read).ids()).doesNotHaveDuplicates();
      JsonNode item = read.json("/v1/work-items/fleet-0");
      assertThat(item.path("status").asText()).isEqualTo("promoted");
      assertThat(item.path("attestations")).hasSize(2);
      assertThat(records.all(Topic.DEAD_LETTERS)).isEmpty();
    }
    objects.close();
    for (Api service : List.of(write, working.get(1), working.get(2))) {
      Await.until(
          "a service without its object store is not ready",
          () -> service.get("/readyz").status() == 503);
    }
  }

  /** A record chooses its partition, and a work item's state is on one of them. */
  @Test
  void whatStandsOnAnotherPartitionIsSentHomeOrRefusedAndShowsNothing() throws Exception {
    S3Server objects = S3Server.start(home.resolve("s3"));
    open.add(objects);
    EmbeddedBroker broker = backends(objects);
    Records all = records(broker, Access.OPERATOR);
    var _ = service("director", "director");
    String item = "red/elsewhere";
    int own = DirectorInput.home(item, 2);
    byte[] event =
        Samples.event("e", Samples.dataOf(item, Samples.passing("fleet.Elsewhere")))
            .toString()
            .getBytes(StandardCharsets.UTF_8);

    records(broker, Access.PUBLISHER)
        .writeOn(1 - own, Topic.EXECUTIONS, item, event, Map.of("of-the-sender", "x".repeat(1000)));

    VerificationRequest asked =
        all.first(Topic.VERIFICATIONS, "a request", r -> r.workItem().equals(item));
    assertThat(all.raw(Topic.EXECUTIONS))
        .filteredOn(record -> record.partition() == own)
        .singleElement()
        .satisfies(sent -> assertThat(sent.headers().lastHeader("of-the-sender")).isNull());

    byte[] fact =
        Topic.GOVERNANCE
            .codec()
            .encode(
                GovernanceFact.evidence(item, asked.eventKey(), "ci", List.of(asked.requestId()))
                    .as("evidence", "system-tests"));
    records(broker, Access.INGEST).writeOn(1 - own, Topic.GOVERNANCE, item, fact, Map.of());

    DeadLetter letter = all.deadLetter(Digests.sha256Hex(fact));
    Api ingest = service("ingest", "ingest");
    assertThat(ingest.json("/v1/dead-letters").path("items"))
        .as("ingest shows it, as the user that may")
        .singleElement()
        .satisfies(shown -> assertThat(shown.path("code").asText()).isEqualTo("UNKNOWN_REQUEST"));
    assertThat(letter.code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    assertThat(letter.workItem()).isEqualTo(item);
    assertThat(all.all(Topic.CONTROL_STATE))
        .isNotEmpty()
        .allSatisfy(shown -> assertThat(shown.status()).isEqualTo(WorkItemStatus.VERIFYING));
  }

  /** Kafka and PostgreSQL, and a configuration per service that names them and {@code s3}. */
  private EmbeddedBroker backends(S3Server s3) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(home.resolve("kafka"), 0);
    open.add(broker);
    EmbeddedPostgres postgres = EmbeddedPostgres.start();
    open.add(postgres);
    Acls.apply(KafkaConfig.embedded(broker.bootstrap(), broker.client(ClientFiles.ADMIN)));
    for (String name : List.of("ingest", "store", "director", "worker-1", "worker-2", "worker-3")) {
      Path directory = Files.createDirectories(home.resolve(name));
      Files.writeString(
          directory.resolve("assay.yaml"),
          """
          kafka: {bootstrap: "%s", partitions: 2, client: %s}
          artifacts:
            s3: {endpoint: "%s", region: %s, bucket: assay, accessKey: %s, secretKey: %s}
          store: {jdbcUrl: "jdbc:postgresql://127.0.0.1:%d/postgres", user: postgres}
          keys: {attestationPublic: "%s"}
          http: {port: 0, auth: none}
          worker: {name: %s}
          ingest: {replayer: %s}
          """
              .formatted(
                  broker.bootstrap(),
                  Json.toTree(broker.client(name.replaceAll("-.*", ""))),
                  s3.endpoint(),
                  s3.region(),
                  s3.accessKey(),
                  s3.secretKey(),
                  postgres.getPort(),
                  home.resolve("attestation.pub.pem"),
                  name,
                  Json.toTree(broker.client(Access.REPLAYER))));
    }
    return broker;
  }

  private static Records records(EmbeddedBroker broker, String user) throws IOException {
    return new Records(broker.bootstrap(), broker.client(user));
  }

  private Api service(String role, String name) throws IOException {
    return ready(started(role, name), role);
  }

  private Child started(String role, String name) throws IOException {
    Path directory = home.resolve(name);
    Child child =
        Child.start(
            directory.resolve("output"),
            role,
            "--config",
            directory.resolve("assay.yaml").toString());
    open.add(child);
    return child;
  }

  private Api ready(Child child, String role) {
    Api api = child.ready(role);
    open.add(api);
    return api;
  }

  private static Map<String, Long> byWorker(Records records) {
    return records.all(Topic.REPORTS).stream()
        .collect(Collectors.groupingBy(ReportMessage::worker, TreeMap::new, Collectors.counting()));
  }

  /** What the reports say that did not pass, with their worker and how long they took. */
  private static List<String> otherThanPassed(Records records) {
    return records.all(Topic.REPORTS).stream()
        .filter(message -> !ReservedIds.isCanary(message.workItem()))
        .filter(message -> message.report().result() != Result.PASS)
        .map(message ->
            message.worker()
                + " after "
                + message.durationMillis()
                + " ms: "
                + message.report().summary())
        .distinct()
        .toList();
  }

  private static Set<String> decided(Records records) {
    Set<String> decided = new HashSet<>();
    records.all(Topic.DECISIONS).forEach(decision -> decided.add(decision.workItem()));
    return decided;
  }
}
