package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.core.sign.Envelope;
import dev.assay.http.BearerToken;
import dev.assay.http.HttpConfig;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.WorkItem;
import dev.assay.store.AttestationKey;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.key.Ed25519Key;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store in a directory, served on a free loopback port. */
final class TestApi implements AutoCloseable {

  static final String TOKEN = "0123456789abcdef0123456789abcdef";
  static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);

  final AttestationStore store;
  final ReadService reads;
  final HttpService http;
  private final HttpClient client = HttpClient.newHttpClient();

  TestApi(Path directory) {
    this(directory, EvidenceSource.NONE, null);
  }

  /** One that discloses what it finds in {@code evidence} with {@code salts}. */
  TestApi(Path directory, EvidenceSource evidence, @Nullable FieldSalts salts) {
    this.store =
        AttestationStore.open(
            new StoreConfig(
                directory.resolve("log"),
                new DatabaseConfig.Sqlite(directory.resolve("index.db")),
                "assay.example/log",
                directory.resolve("keys/checkpoint.pem"),
                List.of(new AttestationKey(DIRECTOR.publicKey(), START, null))),
            Clock.fixed(START, ZoneOffset.UTC));
    this.reads =
        new ReadService(store, evidence, salts, InstantSource.fixed(START.plusSeconds(60)), true);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.http =
        new HttpService(
            new HttpConfig(
                "127.0.0.1",
                0,
                new Authentication.Bearer(BearerToken.of(TOKEN)),
                HttpLimits.defaults()),
            reads.routes(),
            reads.checks(),
            List.of(),
            registry);
  }

  /** Number {@code n} is of work item {@code item-<n/10>}; odd ones failed when run again. */
  static StoredAttestation attestation(int number) {
    String result = number % 2 == 0 ? "PASS" : "FAIL";
    byte[] statement =
        Json.canonical(
            Map.of(
                "_type", "https://in-toto.io/Statement/v1",
                "number", number,
                "predicateType", "https://assay.dev/attestation/verification-report/v1"));
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        StoredAttestation.Kind.VERIFICATION,
        "https://assay.dev/attestation/verification-report/v1",
        "shop/item-" + number / 10,
        1,
        number % 3 == 0 ? "quick" : "testreport",
        result,
        number % 2 == 0 ? "CLAIMED" : "REEXECUTED",
        "agent-" + number % 4,
        "fleet-a",
        number < 5 ? "c0ffee" : null,
        Digests.sha256Hex("report-" + number),
        START.plusMillis(number),
        List.of(
            new StoredAttestation.Artifact(
                "test-report", Digests.sha256Hex("artifact-" + number / 5))),
        result.equals("FAIL") ? List.of("sig-" + number % 4) : List.of(),
        number % 5 == 0 ? List.of("COST") : List.of(),
        result.equals("FAIL") ? List.of("src/cart.js", "cart.js") : List.of(),
        Envelope.signed("application/vnd.in-toto+json", statement, DIRECTOR));
  }

  static List<StoredAttestation> attestations(int from, int to) {
    List<StoredAttestation> list = new ArrayList<>();
    for (int number = from; number < to; number++) {
      list.add(attestation(number));
    }
    return list;
  }

  static DecisionRow decision(String workItem, int number) {
    String id = Digests.sha256Hex(workItem + number);
    return new DecisionRow(
        id,
        workItem,
        number,
        "RETRY",
        "{\"id\":\"%s\",\"workItem\":\"%s\",\"attempt\":%d,\"kind\":\"RETRY\",\"moodAfter\":\"SKEPTICAL\"}"
            .formatted(id, workItem, number),
        START.plusMillis(number),
        null);
  }

  /** A decision that asked {@code approval}. */
  static DecisionRow asked(String workItem, String approval) {
    DecisionRow plain = decision(workItem, 1);
    return new DecisionRow(
        plain.id(), workItem, 1, "REQUEST_APPROVAL", plain.json(), plain.time(), approval);
  }

  /** A work item with a parent, a child and a question that is due after {@code seconds}. */
  static WorkItemRow asking(String id, Approval approval) {
    WorkItemRow plain = workItem(id, "waiting_for_human", "agent-1", 1);
    return new WorkItemRow(
        plain.id(),
        plain.status(),
        "DEFERENTIAL",
        plain.attempt(),
        plain.agent(),
        plain.fleet(),
        plain.firstTime(),
        plain.lastTime(),
        plain.controlState(),
        "shop",
        text(List.of(new WorkItem.Child(id + "/s1", ChildState.OPEN))),
        new WorkItemRow.Approval(approval.id(), Instant.parse(approval.deadline()), text(approval)),
        text(new Cost(3, 4, 5_000, 6, 0, 1)));
  }

  static Approval approval(String name, int seconds) {
    return new Approval(
        Digests.sha256Hex(name),
        "May " + name + " go on?",
        List.of("resume", "halt"),
        Times.text(START.plusSeconds(seconds)),
        "halt");
  }

  private static String text(Object document) {
    return new String(Json.write(document), StandardCharsets.UTF_8);
  }

  /** A work item that shows the last of three refusals. */
  static WorkItemRow refusing(String id) {
    WorkItemRow plain = workItem(id, "promoted", "agent-1", 1);
    String refusals =
        """
        "refusals":[{"code":"EVENT_CONFLICT","summary":"found other data","eventId":"e-1",
         "eventKey":"%1$s","input":"%1$s","time":"2026-11-21T10:00:00.000Z"}],"refused":3\
        """
            .formatted(Digests.sha256Hex("e-1"));
    return new WorkItemRow(
        plain.id(),
        plain.status(),
        plain.mood(),
        plain.attempt(),
        plain.agent(),
        plain.fleet(),
        plain.firstTime(),
        plain.lastTime(),
        plain.controlState().replaceFirst("}$", "," + refusals + "}"),
        null,
        plain.children(),
        null,
        plain.cost());
  }

  static WorkItemRow workItem(String id, String status, String agent, int second) {
    return new WorkItemRow(
        id,
        status,
        "CALM",
        1,
        agent,
        "fleet-a",
        START.plusSeconds(second),
        START.plusSeconds(second),
        "{\"assert\":[],\"hypothesize\":[],\"drive\":[],\"believe\":[],\"hyperthesis\":[],\"conjectures\":[]}",
        null,
        "[]",
        null,
        text(Cost.none()));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(http.url() + path))
        .header("Authorization", "Bearer " + TOKEN);
  }

  HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    return client.send(
        (headers.length > 0 ? request.headers(headers) : request).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<byte[]> bytes(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    return client.send(
        (headers.length > 0 ? request.headers(headers) : request).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  HttpResponse<Stream<String>> lines(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    return client.send(
        (headers.length > 0 ? request.headers(headers) : request).build(),
        HttpResponse.BodyHandlers.ofLines());
  }

  int statusWithoutToken(String path) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(http.url() + path)).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  JsonNode json(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = get(path);
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return new ObjectMapper().readTree(response.body());
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return new ObjectMapper().readTree(response.body());
  }

  @Override
  public void close() {
    http.close();
    client.close();
    store.close();
  }
}
