package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.runtime.kafka.Access;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks through the broker of {@code assay up} by another process of the machine. */
class RedTeamBrokerIT {

  private static final String TIME = "2026-11-21T10:00:00.000Z";

  /** Who waits no minute for an answer that never comes. */
  private static final Map<String, String> IMPATIENT =
      Map.of("default.api.timeout.ms", "1500", "request.timeout.ms", "1000");

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = new UpSystem(home.resolve("data")).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void whoHasNoCredentialIsHeardOnNoPort() throws Exception {
    Map<String, String> guessed = new HashMap<>(system.client(Access.WORKER));
    guessed.computeIfPresent(
        "sasl.jaas.config", (_, jaas) -> jaas.replaceAll("password=\"[^\"]*\"", "password=\"x\""));
    List<Integer> ports = Ports.of(system.pid());

    assertThat(ports).as("HTTP, the broker's clients, its controller").hasSizeGreaterThan(2);
    try (ExecutorService atOnce = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> tries = new ArrayList<>();
      for (int port : ports) {
        for (Map<String, String> client : List.of(Map.<String, String>of(), guessed)) {
          for (String where : List.of("bootstrap.servers", "bootstrap.controllers")) {
            tries.add(
                atOnce.submit(() ->
                    assertThatThrownBy(() -> topicsOrCluster(where, port, client))
                        .as(where + " at " + port)
                        .isInstanceOf(Exception.class)));
          }
        }
      }
      for (Future<?> each : tries) {
        var _ = each.get();
      }
    }
    assertThatThrownBy(() -> new Records(system.bootstrap(), IMPATIENT).all(Topic.REPORTS))
        .isInstanceOf(KafkaException.class);
  }

  /** Each credential writes where its service does and nowhere else. */
  @ParameterizedTest
  @CsvSource({
    "publisher, verifications",
    "publisher, verifications-long",
    "publisher, reports",
    "publisher, governance",
    "publisher, attestations",
    "publisher, decisions",
    "publisher, control-state",
    "publisher, dead-letters",
    "publisher, canary-rates",
    "worker, executions",
    "worker, governance",
    "worker, attestations",
    "worker, decisions",
    "worker, control-state",
    "worker, canary-rates",
    "ingest, verifications",
    "ingest, verifications-long",
    "ingest, reports",
    "ingest, attestations",
    "ingest, decisions",
    "ingest, control-state",
    "director, reports",
    "store, executions",
    "store, reports",
    "store, governance",
    "store, attestations",
    "store, decisions",
    "operator, reports",
    "operator, governance",
    "operator, attestations",
    "operator, decisions"
  })
  void aForgeryWithAnothersCredentialIsRefused(String user, String name) throws Exception {
    Topic<?> topic =
        Topic.all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();

    assertThatThrownBy(
            () -> system.records(user).write(topic, "red/forged", new byte[] {1}, Map.of()))
        .hasRootCauseInstanceOf(AuthorizationException.class);
  }

  @Test
  void aPublisherWritesExecutionsAndReadsNothing() throws Exception {
    Records publisher = system.records(Access.PUBLISHER);
    byte[] event = "no event".getBytes(StandardCharsets.UTF_8);

    publisher.write(Topic.EXECUTIONS, "red/published", event, Map.of());

    assertThat(system.records().deadLetter(Digests.sha256Hex(event)).code()).isNotNull();
    assertThatThrownBy(() -> publisher.all(Topic.EXECUTIONS))
        .isInstanceOf(AuthorizationException.class);
  }

  @Test
  void noServiceGivesItselfMoreRightsOrTopics() throws Exception {
    for (String user : Access.users()) {
      try (Admin admin = Admin.create(settings("bootstrap.servers", port(), system.client(user)))) {
        assertThatThrownBy(
                () -> admin.createTopics(List.of(new NewTopic("x", 1, (short) 1))).all().get())
            .hasRootCauseInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> admin.describeAcls(AclBindingFilter.ANY).values().get())
            .hasRootCauseInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> admin.deleteTopics(List.of("assay.reports")).all().get())
            .hasRootCauseInstanceOf(AuthorizationException.class);
      }
    }
  }

  @Test
  void secretsAreTheirOwnersAloneAndNoTwoServicesShareOne() throws Exception {
    try (Stream<Path> files = Files.list(home.resolve("data/kafka-clients"))) {
      List<Path> all = files.toList();

      assertThat(all).hasSize(Access.users().size() + 1);
      assertThat(all)
          .allSatisfy(file ->
              assertThat(Files.getPosixFilePermissions(file))
                  .isEqualTo(PosixFilePermissions.fromString("rw-------")));
      assertThat(all.stream().map(RedTeamBrokerIT::jaas).distinct()).hasSize(all.size());
    }
  }

  @Test
  void aPassUnderTheDigestOfTheTrueReportIsADeadLetter() throws Exception {
    system.submit("forged-digest", "red/forged-digest", Samples.failing("red.ForgedDigest"));
    ReportMessage forged = with(reportOf("red/forged-digest"), Result.PASS, false);

    DeadLetter letter = forge(forged);

    assertThat(letter.code()).isEqualTo(ErrorCode.DIGEST_MISMATCH);
    assertThat(status("red/forged-digest")).isNotEqualTo("promoted");
  }

  @Test
  void aPassAfterTheTrueFailureIsADeadLetter() throws Exception {
    system.submit("forged-pass", "red/forged-pass", Samples.failing("red.ForgedPass"));
    ReportMessage forged = with(reportOf("red/forged-pass"), Result.PASS, true);

    DeadLetter letter = forge(forged);

    assertThat(letter.code()).isEqualTo(ErrorCode.REPORT_CONFLICT);
    assertThat(status("red/forged-pass")).isNotEqualTo("promoted");
  }

  @Test
  void aFailureAfterAPassOfTheSameRequestIsSeen() throws Exception {
    system.submit("contradicted", "red/contradicted", Samples.passing("red.Contradicted"));
    ReportMessage failure = with(reportOf("red/contradicted"), Result.FAIL, true);

    DeadLetter letter = forge(failure);

    assertThat(letter.code()).isEqualTo(ErrorCode.REPORT_CONFLICT);
    assertThat(letter.workItem()).isEqualTo("red/contradicted");
    assertThat(letter.reason()).contains("FAIL after PASS");
  }

  @Test
  void aSecondPassOfTheSameRequestInOtherWordsIsSeen() throws Exception {
    system.submit("reworded", "red/reworded", Samples.passing("red.Reworded"));
    ReportMessage first = reportOf("red/reworded");

    DeadLetter letter = forge(with(first, Result.PASS, true, "every test was looked at"));

    assertThat(letter.code()).isEqualTo(ErrorCode.REPORT_CONFLICT);
    assertThat(letter.reason()).contains("PASS after PASS");
  }

  /** What a worker may write, about what it was not asked. */
  @ParameterizedTest
  @ValueSource(strings = {"request", "verifier", "artifact", "attempt", "plan"})
  void aReportOnWhatNobodyAskedIsADeadLetter(String wrong) throws Exception {
    String workItem = "red/unasked-" + wrong;
    system.submit("unasked-" + wrong, workItem, Samples.failing("red.Unasked" + wrong));
    ReportMessage m = with(reportOf(workItem), Result.PASS, true);
    String other = Digests.sha256Hex("nobody asked");
    VerificationReport r = m.report();
    VerificationReport said =
        new VerificationReport(
            wrong.equals("verifier") ? "policygate" : r.verifierType(),
            r.verifierVersion(),
            r.target(),
            r.result(),
            r.failureSignatures(),
            r.summary(),
            r.nextActions(),
            r.confidence(),
            r.hyperthesis(),
            r.pointers(),
            r.details());
    ReportMessage forged =
        new ReportMessage(
            wrong.equals("request") ? other : m.requestId(),
            m.workItem(),
            m.eventKey(),
            wrong.equals("plan") ? other : m.planId(),
            wrong.equals("attempt") ? 2 : m.attempt(),
            said,
            Digests.sha256Hex(Json.canonical(said)),
            m.configDigest(),
            m.commandDigest(),
            m.environmentDigest(),
            m.isolation(),
            wrong.equals("artifact") ? List.of(uploaded("others")) : m.artifacts(),
            m.lens(),
            m.startedAt(),
            m.durationMillis(),
            m.worker(),
            m.errorRates(),
            m.basis());

    DeadLetter letter = forge(forged);

    assertThat(letter.code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    assertThat(status(workItem)).isNotEqualTo("promoted");
  }

  /** What ingest's credential may write; the roles are those that it says itself. */
  @Test
  void whatNobodyOrTheSenderItselfSaysIsADeadLetter() throws Exception {
    String workItem = "red/facts";
    String report = Samples.passing("red.Facts");
    ObjectNode data = Samples.dataOf(workItem, report);
    data.putArray("hints").add("preference-missing");
    var _ = system.api().put(report, "application/xml");
    String event = Samples.event("facts", data).toString();
    JsonNode decision = system.api().post(Api.EVENT, event, "?wait=100").json().path("decision");
    String question = decision.at("/approval/id").asText();
    String other = Digests.sha256Hex("nobody asked");

    GovernanceFact own = GovernanceFact.answered(workItem, question, "proceed", null, "operator");
    GovernanceFact lowers =
        GovernanceFact.lowered(workItem, null, null, List.of("x"), "y", "operator");
    GovernanceFact alices = GovernanceFact.answered(workItem, question, "proceed", null, "alice");

    assertThat(toldCode(own.as("approve", "system-tests"))).isEqualTo(ErrorCode.SELF_APPROVAL);
    assertThat(toldCode(lowers.as("approve", "system-tests"))).isEqualTo(ErrorCode.SELF_APPROVAL);
    for (GovernanceFact said :
        List.of(
            alices,
            alices.as("submit", "system-tests"),
            alices.as("approve", "another"),
            alices.as("approve", null),
            GovernanceFact.lowered(workItem, null, Risk.LOW, List.of(), "y", "alice"),
            GovernanceFact.evidence(workItem, other, "alice", List.of(other)))) {
      assertThat(toldCode(said))
          .as(said.kind() + " as " + said.role())
          .isEqualTo(ErrorCode.FORBIDDEN);
    }
    assertThat(
            system
                .command("dead-letters", "list", "--code", "forbidden", "--work-item", workItem)
                .output())
        .contains("FORBIDDEN", workItem);
    assertThat(
            toldCode(
                GovernanceFact.answered(workItem, other, "proceed", null, "alice")
                    .as("approve", "system-tests")))
        .isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    assertThat(
            toldCode(
                GovernanceFact.answered(workItem, question, "promote", null, "alice")
                    .as("approve", "system-tests")))
        .isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    assertThat(toldCode(GovernanceFact.expired(workItem, question)))
        .isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    assertThat(
            toldCode(
                GovernanceFact.childSettled(workItem, "red/child", ChildState.PROMOTED, other)))
        .isEqualTo(ErrorCode.UNKNOWN_REQUEST);
    JsonNode item = system.workItem(workItem, 1, 1);
    assertThat(item.path("decisions")).hasSize(1);
    assertThat(item.path("refusals").findValuesAsText("code")).doesNotContain("FORBIDDEN");
  }

  private static ErrorCode toldCode(GovernanceFact fact) throws Exception {
    byte[] bytes = Topic.GOVERNANCE.codec().encode(fact);
    system.records(Access.INGEST).write(Topic.GOVERNANCE, fact.workItem(), bytes, Map.of());
    return system.records().deadLetter(Digests.sha256Hex(bytes)).code();
  }

  /** The one who writes such a request has the director's own credential. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"isolation\":\"none\",\"commands\":[\"touch MARK\"]}",
        "{\"isolation\":\"auto\",\"commands\":[\"touch MARK\"]}",
        "{\"isolation\":\"bwrap\",\"commands\":[\"id > MARK; true\"]}",
        "{\"commands\":[\"sh -c 'touch MARK'\"]}"
      })
  void aCommandThatTheWorkersConfigurationDoesNotNameIsNotRunWhoeverAsks(String config)
      throws Exception {
    Path mark = home.resolve("mark");
    String id = Digests.sha256Hex(config);
    VerificationRequest request =
        new VerificationRequest(
            id,
            "assay.canary/red", // neither for saying that it is a canary
            id,
            id,
            1,
            "script",
            config.replace("MARK", mark.toString()),
            List.of(uploaded("a workspace")),
            null,
            null,
            Risk.MEDIUM,
            null,
            60_000,
            null);

    system
        .records(Access.DIRECTOR)
        .write(
            Topic.VERIFICATIONS_LONG,
            "any",
            Topic.VERIFICATIONS_LONG.codec().encode(request),
            Map.of());

    ReportMessage answer =
        system.records().first(Topic.REPORTS, "an answer", m -> m.requestId().equals(id));
    assertThat(answer.report().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(answer.report().failureSignatures())
        .singleElement()
        .satisfies(s -> assertThat(s.text()).isEqualTo("NOT_ALLOWED_HERE"));
    assertThat(mark).doesNotExist();
  }

  /** An operator who clears the list of dead letters would do what the worker itself may not. */
  @Test
  void aDeadLetterWithAForgedAnswerIsNotReplayed() throws Exception {
    String workItem = "red/forged-answer";
    String report = Samples.passing("red.ForgedAnswer");
    ObjectNode data = Samples.dataOf(workItem, report);
    data.putArray("hints").add("preference-missing");
    system.api().put(report, "application/xml");
    String event = Samples.event("forged-answer", data).toString();
    JsonNode decision = system.api().post(Api.EVENT, event, "?wait=100").json().path("decision");
    GovernanceFact answer =
        GovernanceFact.answered(
                workItem, decision.at("/approval/id").asText(), "resume", null, "operator")
            .as("operate", null);

    for (long offset : new long[] {0, 1_000_000}) {
      DeadLetter letter =
          DeadLetter.of(
              "assay.governance",
              0,
              offset,
              Rejection.of(ErrorCode.UNPROCESSABLE_RECORD, "expected better days"),
              workItem,
              Topic.GOVERNANCE.codec().encode(answer),
              TIME);
      system
          .records(Access.WORKER)
          .write(Topic.DEAD_LETTERS, workItem, Topic.DEAD_LETTERS.codec().encode(letter), Map.of());
    }
    JsonNode listed = system.api().json("/v1/dead-letters?workItem=" + workItem).path("items");

    assertThat(listed).hasSize(2);
    for (JsonNode item : listed) {
      String path = "/v1/dead-letters/" + item.path("id").asText() + "/replay";
      Api.Answer replay = system.api().answer(path, "{}");
      assertThat(replay.status()).isEqualTo(409);
      assertThat(replay.code()).isEqualTo("NOT_REPLAYABLE");
    }
    assertThat(system.records().all(Topic.GOVERNANCE)).doesNotContain(answer);
  }

  private static DeadLetter forge(ReportMessage message) throws Exception {
    byte[] bytes = Topic.REPORTS.codec().encode(message);
    system.records(Access.WORKER).write(Topic.REPORTS, message.workItem(), bytes, Map.of());
    return system.records().deadLetter(Digests.sha256Hex(bytes));
  }

  private static ReportMessage reportOf(String workItem) throws IOException {
    return system
        .records()
        .first(Topic.REPORTS, "a report on " + workItem, m -> m.workItem().equals(workItem));
  }

  private static ReportMessage with(ReportMessage m, Result result, boolean digestToo) {
    return with(m, result, digestToo, m.report().summary());
  }

  private static ReportMessage with(
      ReportMessage m, Result result, boolean digestToo, String summary) {
    VerificationReport r = m.report();
    VerificationReport other =
        new VerificationReport(
            r.verifierType(),
            r.verifierVersion(),
            r.target(),
            result,
            result == Result.FAIL ? List.of(FailureSignature.named("test", "red team")) : List.of(),
            summary,
            r.nextActions(),
            r.confidence(),
            r.hyperthesis(),
            r.pointers(),
            r.details());
    return new ReportMessage(
        m.requestId(),
        m.workItem(),
        m.eventKey(),
        m.planId(),
        m.attempt(),
        other,
        digestToo ? Digests.sha256Hex(Json.canonical(other)) : m.reportDigest(),
        m.configDigest(),
        m.commandDigest(),
        m.environmentDigest(),
        m.isolation(),
        m.artifacts(),
        m.lens(),
        m.startedAt(),
        m.durationMillis(),
        m.worker(),
        m.errorRates(),
        m.basis());
  }

  private static ArtifactRef uploaded(String text) throws Exception {
    system.api().put(text, "application/zip");
    return new ArtifactRef(
        ArtifactRole.WORKSPACE, Digests.sha256Hex(text), text.length(), "application/zip", null);
  }

  private static String status(String workItem) throws Exception {
    return system.api().json("/v1/work-items/" + workItem).path("status").asText();
  }

  private static int port() throws IOException {
    String address = system.bootstrap();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private static String jaas(Path file) {
    try {
      return Files.readString(file).replaceAll("(?s).*password=\"([^\"]*)\".*", "$1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object topicsOrCluster(String where, int port, Map<String, String> client)
      throws Exception {
    Map<String, Object> impatient = settings(where, port, client);
    impatient.putAll(IMPATIENT);
    try (Admin admin = Admin.create(impatient)) {
      return where.equals("bootstrap.controllers")
          ? admin.describeCluster().clusterId().get()
          : admin.listTopics().names().get();
    }
  }

  private static Map<String, Object> settings(String where, int port, Map<String, String> client) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(where, "127.0.0.1:" + port);
    return settings;
  }
}
