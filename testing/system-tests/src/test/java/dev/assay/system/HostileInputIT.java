package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Strangers' bytes against {@code assay up}: each has a typed answer, and the neighbours live. */
class HostileInputIT {

  private static final int ARTIFACT_BYTES_MAX = 100_000;
  private static final String SMALL_ARTIFACTS =
      "artifacts: {bytesMax: " + ARTIFACT_BYTES_MAX + "}\n";

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(data.resolve("assay.yaml"), SMALL_ARTIFACTS);
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @AfterEach
  void theNeighboursAreUnharmed(TestInfo test) throws Exception {
    String name = test.getTestMethod().orElseThrow().getName();
    JsonNode decision = system.submit("after-" + name, "after/" + name, Samples.passing(name));

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    assertThat(system.api().get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void badEventsAreRefusedWithTheirCodes() throws Exception {
    Api api = system.api();
    String report = Samples.passing("hostile.Known");
    assertThat(api.put(report, "application/xml").status()).isEqualTo(201);
    ObjectNode unknownField = Samples.dataOf("hostile/field", report);
    unknownField.put("verdict", "PASS");
    ObjectNode missing = Samples.dataOf("hostile/missing", Samples.passing("never.Uploaded"));
    ObjectNode badDigest = Samples.data("hostile/digest", "not-a-digest", 3);
    ObjectNode badId = Samples.dataOf("../../etc/passwd", report);

    refused(api.post(Api.EVENT, "{\"specversion\": \"1.0\", ", ""), 400, "INVALID_JSON");
    refused(post("bad-1", unknownField), 422, "UNKNOWN_FIELD");
    refused(post("bad-2", missing), 422, "ARTIFACT_MISSING");
    refused(post("bad-3", badDigest), 422, "INVALID_DIGEST");
    refused(post("bad-4", badId), 422, "INVALID_ID");
    refused(api.post("text/html", "<p>done</p>", ""), 415, "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void aBatchAcceptsItsGoodEventsBesideABadOne() throws Exception {
    String report = Samples.passing("hostile.Batch");
    var _ = system.api().put(report, "application/xml");
    ObjectNode bad = Samples.dataOf("hostile/batch-bad", report);
    bad.put("verdict", "PASS");
    String batch =
        List.of(
                Samples.event("batch-1", Samples.dataOf("hostile/batch-1", report)),
                Samples.event("batch-2", bad),
                Samples.event("batch-3", Samples.dataOf("hostile/batch-3", report)))
            .toString();

    Api.Answer answer = system.api().post(Api.BATCH, batch, "?wait=100");

    JsonNode members = answer.json();
    assertThat(members).hasSize(3);
    assertThat(members.path(0).path("decision").path("kind").asText()).isEqualTo("PROMOTE");
    assertThat(members.path(1).path("code").asText()).isEqualTo("UNKNOWN_FIELD");
    assertThat(members.path(2).path("decision").path("kind").asText()).isEqualTo("PROMOTE");
  }

  @Test
  void anOversizedArtifactIsRefused() throws Exception {
    Api.Answer answer = system.api().put("x".repeat(ARTIFACT_BYTES_MAX + 1), "text/plain");

    refused(answer, 413, "ARTIFACT_TOO_LARGE");
  }

  @Test
  void anXmlBombIsInconclusiveAndEscalated() throws Exception {
    JsonNode decision = system.submit("bomb-1", "hostile/bomb", Samples.bomb("hostile.Bomb"));

    assertThat(decision.path("kind").asText()).isEqualTo("ESCALATE");
    JsonNode listed = attestation("hostile/bomb");
    assertThat(listed.path("result").asText()).isEqualTo("INCONCLUSIVE");
  }

  @Test
  void anArtifactThatWasChangedInTheStoreFails() throws Exception {
    String report = Samples.passing("hostile.Tampered");
    String digest = sha256(report);
    assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
    Path stored = storedFile(digest);
    Files.setPosixFilePermissions(
        stored, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    Files.writeString(stored, report.replace("addsUp", "addsUq"));

    Api.Answer answer =
        system
            .api()
            .post(
                Api.EVENT,
                Samples.event("tampered-1", Samples.dataOf("hostile/tampered", report)).toString(),
                "?wait=100");

    assertThat(answer.json().path("decision").path("kind").asText()).isEqualTo("RETRY");
    JsonNode listed = attestation("hostile/tampered");
    assertThat(listed.path("result").asText()).isEqualTo("FAIL");
    JsonNode written = system.api().json("/v1/reports/" + listed.path("report").asText());
    assertThat(written.path("failureSignatures").path(0).path("text").asText())
        .isEqualTo("ARTIFACT_TAMPERED");
  }

  @Test
  void eventsPutOnTheTopicDirectlyAreServedInAllThreeForms() throws Exception {
    String report = Samples.passing("hostile.Direct");
    var _ = system.api().put(report, "application/xml");
    ObjectNode structured = Samples.event("direct-2", Samples.dataOf("direct/structured", report));
    ObjectNode binary = Samples.dataOf("direct/binary", report);
    Records records = system.records();

    records.write(
        Topic.EXECUTIONS,
        "direct/avro",
        Topic.EXECUTIONS.codec().encode(event("direct-1", Samples.dataOf("direct/avro", report))),
        Map.of());
    records.write(
        Topic.EXECUTIONS,
        "direct/structured",
        bytes(structured.toString()),
        Map.of("content-type", Api.EVENT));
    records.write(
        Topic.EXECUTIONS,
        "another key",
        bytes(binary.toString()),
        Map.of(
            "content-type", "application/json",
            "ce_specversion", "1.0",
            "ce_type", "dev.assay.execution.v1",
            "ce_source", "assay:system-tests",
            "ce_id", "direct-3"));

    for (String form : List.of("avro", "structured", "binary")) {
      JsonNode item = system.workItem("direct/" + form, 1, 2);
      assertThat(item.path("decisions").path(0).path("kind").asText()).isEqualTo("PROMOTE");
    }
  }

  @Test
  void undecodableExecutionsBecomeDeadLettersWithTheirCodes() throws Exception {
    Records records = system.records();
    ObjectNode unknown = Samples.dataOf("direct/unknown", Samples.passing("hostile.Direct"));
    unknown.put("verdict", "PASS");
    byte[] unknownField = bytes(Samples.event("direct-4", unknown).toString());
    byte[] notJson = bytes("{\"specversion\": ");
    byte[] notAvro = new byte[] {(byte) 0xC3, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};

    records.write(Topic.EXECUTIONS, "k", unknownField, Map.of("content-type", Api.EVENT));
    records.write(Topic.EXECUTIONS, "k", notJson, Map.of("content-type", Api.EVENT));
    records.write(Topic.EXECUTIONS, "k", notAvro, Map.of());

    assertThat(letter(records, unknownField).code()).isEqualTo(ErrorCode.UNKNOWN_FIELD);
    assertThat(letter(records, notJson).code()).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(letter(records, notAvro).code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD);
  }

  @Test
  void poisonAmongTheVerificationsIsPutAsideOrReportedInconclusive() throws Exception {
    Records records = system.records();
    byte[] poison = bytes("poison");
    VerificationRequest stranger = request("no-such-verifier");

    records.write(Topic.VERIFICATIONS, "k", poison, Map.of());
    records.write(Topic.VERIFICATIONS, "k", Topic.VERIFICATIONS.codec().encode(stranger), Map.of());

    DeadLetter letter = letter(records, poison);
    assertThat(letter.code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD);
    assertThat(letter.topic()).isEqualTo("assay.verifications");
    ReportMessage report =
        records.first(
            Topic.REPORTS,
            "a report on the stranger's request",
            r -> r.requestId().equals(stranger.requestId()));
    assertThat(report.report().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(report.report().failureSignatures().getFirst().text()).isEqualTo("UNKNOWN_VERIFIER");
  }

  @Test
  void forgedReportsAndAttestationsChangeNothing() throws Exception {
    JsonNode decision =
        system.submit("forged-1", "hostile/forged", Samples.failing("hostile.Forged"));
    assertThat(decision.path("kind").asText()).isEqualTo("RETRY");
    JsonNode before = system.workItem("hostile/forged", 1, 1);
    Records records = system.records();
    byte[] forged = bytes("{\"result\": \"PASS\"}");

    records.write(Topic.REPORTS, "hostile/forged", forged, Map.of());
    records.write(Topic.ATTESTATIONS, "hostile/forged", forged, Map.of());

    Await.until(
        "both forgeries are dead letters",
        () ->
            records.all(Topic.DEAD_LETTERS).stream()
                    .filter(letter -> letter.payloadDigest().equals(Digests.sha256Hex(forged)))
                    .map(DeadLetter::topic)
                    .distinct()
                    .count()
                == 2);
    assertThat(system.workItem("hostile/forged", 1, 1)).isEqualTo(before);
  }

  private static Api.Answer post(String id, ObjectNode data)
      throws IOException, InterruptedException {
    return system.api().post(Api.EVENT, Samples.event(id, data).toString(), "");
  }

  private static void refused(Api.Answer answer, int status, String code) {
    assertThat(answer.code()).as(answer.body()).isEqualTo(code);
    assertThat(answer.status()).isEqualTo(status);
  }

  private static JsonNode attestation(String workItem) {
    return Await.value(
        "an attestation of " + workItem,
        () -> {
          JsonNode items = system.api().json("/v1/attestations?workItem=" + workItem).path("items");
          return items.isEmpty() ? Optional.empty() : Optional.of(items.path(0));
        });
  }

  private static Path storedFile(String digest) throws IOException {
    try (Stream<Path> files = Files.walk(system.directory().resolve("artifacts"))) {
      return files
          .filter(file -> file.getFileName().toString().equals(digest))
          .findFirst()
          .orElseThrow();
    }
  }

  private static DeadLetter letter(Records records, byte[] value) {
    return records.deadLetter(Digests.sha256Hex(value));
  }

  private static ExecutionEvent event(String id, ObjectNode data) {
    if (Json.parse(data, ExecutionData.class)
        instanceof Parsed.Accepted<ExecutionData>(ExecutionData read)) {
      return new ExecutionEvent("assay:system-tests", id, null, null, read);
    }
    throw new AssertionError("expected execution data, found " + data);
  }

  private static VerificationRequest request(String verifier) {
    return new VerificationRequest(
        sha256("request"),
        "hostile/stranger",
        sha256("event"),
        sha256("plan"),
        1,
        verifier,
        "{}",
        List.of(),
        null,
        null,
        Risk.LOW,
        null,
        1_000,
        null);
  }

  private static String sha256(String text) {
    return Digests.sha256Hex(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
