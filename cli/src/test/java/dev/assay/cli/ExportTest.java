package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.store.PublishedKey;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The command verifies what it exports, and makes the same documents as the server. */
class ExportTest {

  private static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);
  private static final Ed25519Key STRANGER = Ed25519Key.generate(Instant.EPOCH);
  private static final String TIME = "2026-11-21T10:00:01.000Z";
  private static final Path REPORT =
      Path.of("../schemas/src/test/resources/golden/ReportMessage/required.json");

  private final Path directory;
  private final TestSystem system;
  private final ReportMessage message;
  private final Statement report;
  private final Statement promotion;

  ExportTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    this.system = new TestSystem(directory);
    this.message = observed();
    this.report = Statements.verification(message, TIME);
    this.promotion =
        Statements.promotion(
                new Statements.Summary(
                    message.workItem(),
                    message.artifacts(),
                    List.of(report.id()),
                    "default",
                    Digests.sha256Hex("policy"),
                    TIME),
                List.of())
            .orElseThrow();
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsExportedIsWhatTheServerAnswers(AttestationFormat format) throws Exception {
    system.store.append(List.of(stored(report, DIRECTOR), stored(promotion, DIRECTOR)));
    Statement statement = format == AttestationFormat.VSA ? promotion : report;
    Path file = directory.resolve("exported");

    TestSystem.Ran ran =
        export(statement, DIRECTOR, "--format", format.wire(), "--out", file.toString());

    assertThat(ran.exitCode()).as(ran.errors()).isZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(served(statement, format.mediaType()));
  }

  @Test
  void anAttestationOfAnUnknownKeyIsNotExported() throws Exception {
    system.store.append(List.of(stored(report, STRANGER)));
    Path file = directory.resolve("exported");

    TestSystem.Ran ran =
        export(report, DIRECTOR, "--format", "test-result", "--out", file.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.NEGATIVE);
    assertThat(ran.errors()).contains("FAIL  signature", "NOT VERIFIED");
    assertThat(file).doesNotExist();
  }

  @Test
  void aPromotionWithAnInputThatDoesNotVerifyHasNoExportedSummary() throws Exception {
    system.store.append(List.of(stored(report, STRANGER), stored(promotion, DIRECTOR)));

    TestSystem.Ran ran = export(promotion, DIRECTOR, "--format", "vsa");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.NEGATIVE);
    assertThat(ran.output()).isEmpty();
    assertThat(ran.errors()).contains("NOT VERIFIED " + report.id());
  }

  @Test
  void aFormThatTheAttestationDoesNotHaveAndOneThatNobodyKnowsAreRefused() throws Exception {
    system.store.append(List.of(stored(report, DIRECTOR)));

    TestSystem.Ran none = export(report, DIRECTOR, "--format", "vsa");
    TestSystem.Ran unknown = export(report, DIRECTOR, "--format", "pdf");

    assertThat(none.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(none.errors()).contains("NOT_ACCEPTABLE");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(unknown.errors()).contains("USAGE", AttestationFormat.names());
  }

  private TestSystem.Ran export(Statement statement, Ed25519Key trusted, String... words)
      throws IOException {
    List<Map<String, String>> keys =
        List.of(Map.of("use", "attestation", "spki", trusted.publicKey().pem()), logKey());
    Path file =
        Files.writeString(directory.resolve("keys.json"), Output.compact(Map.of("keys", keys)));
    String[] all = new String[words.length + 5];
    List<String> first =
        List.of("attestations", "export", statement.id(), "--keys", file.toString());
    System.arraycopy(first.toArray(String[]::new), 0, all, 0, first.size());
    System.arraycopy(words, 0, all, first.size(), words.length);
    return system.run(all);
  }

  private Map<String, String> logKey() {
    PublishedKey key = system.store.keys().getLast();
    return Map.of("use", "checkpoint", "spki", key.spki(), "vkey", String.valueOf(key.vkey()));
  }

  private byte[] served(Statement statement, String mediaType)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create(system.url() + "/v1/attestations/" + statement.id()))
                  .header("Authorization", "Bearer " + TestSystem.TOKEN)
                  .header("Accept", mediaType)
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray())
          .body();
    }
  }

  private static ReportMessage observed() throws IOException {
    if (Json.tree(Files.readAllBytes(REPORT))
            instanceof Parsed.Accepted<JsonNode>(ObjectNode golden)
        && Json.parse(golden.put("basis", "OBSERVED"), ReportMessage.class)
            instanceof Parsed.Accepted<ReportMessage>(ReportMessage message)) {
      return message;
    }
    throw new AssertionError("expected a golden message in " + REPORT);
  }

  private static StoredAttestation stored(Statement statement, Ed25519Key signer) {
    byte[] payload = statement.text().getBytes(StandardCharsets.UTF_8);
    boolean summary = statement.text().contains(Statement.VERIFICATION_SUMMARY);
    return new StoredAttestation(
        statement.id(),
        summary ? StoredAttestation.Kind.VSA : StoredAttestation.Kind.VERIFICATION,
        summary ? Statement.VERIFICATION_SUMMARY : Statement.VERIFICATION_REPORT,
        "shop/cart-42",
        1,
        summary ? null : "testreport",
        summary ? "PASSED" : "PASS",
        null,
        "agent-1",
        "fleet-a",
        null,
        null,
        Instant.parse(TIME),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, payload, signer));
  }
}
