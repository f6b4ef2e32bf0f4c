package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.Output;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.store.AttestationGate;
import dev.assay.store.PublishedKey;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Attestations by number, as the director makes them and the store's gate reads them. */
public final class AuditSamples {

  public static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);
  public static final Ed25519Key STRANGER = Ed25519Key.generate(Instant.EPOCH);

  /** When the first one was made; an audit of today takes what came since the last one. */
  public static final Instant START =
      ProcessHandle.current()
          .info()
          .startInstant()
          .orElseThrow()
          .truncatedTo(ChronoUnit.SECONDS)
          .minus(1, ChronoUnit.HOURS);

  private static final Path REPORT =
      Path.of("../schemas/src/test/resources/golden/ReportMessage/required.json");
  private static final byte[] GOLDEN = golden(REPORT);

  private AuditSamples() {}

  private static byte[] golden(Path document) {
    try {
      return Files.readAllBytes(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number {@code n} is of work item {@code item-<n/3>}, a millisecond after the one before. */
  public static StoredAttestation attestation(int number, Signer signer) {
    return stored(
        Statements.verification(message(number), Times.text(START.plusMillis(number))),
        "item-" + number / 3,
        signer);
  }

  /** Number {@code number}, about the artifact {@code sha256}. */
  public static StoredAttestation judging(int number, String sha256) {
    return stored(
        Statements.verification(message(number, sha256), Times.text(START.plusMillis(number))),
        "item-" + number / 3,
        DIRECTOR);
  }

  /** One of {@code item-0} that failed in {@code file}, and did not see all. */
  static StoredAttestation failing(String file) {
    if (Json.tree(golden(REPORT.resolveSibling("full.json")))
        instanceof Parsed.Accepted<JsonNode>(ObjectNode message)) {
      message.put("workItem", "item-0").put("attempt", 1);
      ((ObjectNode) message.path("report").path("target")).put("workItem", "item-0");
      ((ObjectNode) message.path("report").path("failureSignatures").path(0))
          .put("kind", "finding")
          .put("text", "high rule in " + file);
      if (Json.parse(message, ReportMessage.class)
          instanceof Parsed.Accepted<ReportMessage>(ReportMessage read)) {
        return stored(Statements.verification(read, Times.text(START)), "item-0", DIRECTOR);
      }
    }
    throw new AssertionError("expected a golden message beside " + REPORT);
  }

  /** The promotion of {@code workItem}, which cites {@code inputs}. */
  static StoredAttestation promotion(String workItem, Instant time, StoredAttestation... inputs) {
    List<String> ids = List.of(inputs).stream().map(StoredAttestation::id).toList();
    return stored(
        Statements.promotion(
                new Statements.Summary(
                    workItem, List.of(), ids, "p", Digests.sha256Hex("p"), Times.text(time)),
                List.of())
            .orElseThrow(),
        workItem,
        DIRECTOR);
  }

  /** Those from {@code from} on, below {@code to}, signed by the director. */
  public static List<StoredAttestation> range(int from, int to) {
    List<StoredAttestation> all = new ArrayList<>();
    for (int number = from; number < to; number++) {
      all.add(attestation(number, DIRECTOR));
    }
    return all;
  }

  /** Number {@code number} with another time. */
  static StoredAttestation at(int number, Instant time) {
    return stored(
        Statements.verification(message(number), Times.text(time)), "item-" + number / 3, DIRECTOR);
  }

  /** A manifest as the director signs it. */
  static StoredAttestation manifest(Manifest manifest) {
    return stored(manifest.statement(), manifest.workItem(), DIRECTOR);
  }

  /** The execution that the verdict {@code number} is about: one for each work item. */
  static String execution(int number) {
    return Digests.sha256Hex("execution " + number / 3);
  }

  private static ReportMessage message(int number, String... artifacts) {
    if (Json.tree(GOLDEN) instanceof Parsed.Accepted<JsonNode>(ObjectNode message)) {
      message.put("requestId", Digests.sha256Hex("request-" + number));
      message.put("workItem", "item-" + number / 3).put("eventKey", execution(number));
      ((ObjectNode) message.path("report").path("target")).put("workItem", "item-" + number / 3);
      for (String sha256 : artifacts) {
        message
            .withArray("artifacts")
            .addObject()
            .put("role", "test-report")
            .put("sha256", sha256)
            .put("size", 1)
            .put("mediaType", "application/xml");
      }
      if (Json.parse(message, ReportMessage.class)
          instanceof Parsed.Accepted<ReportMessage>(ReportMessage read)) {
        return read;
      }
    }
    throw new AssertionError("expected a golden message in " + REPORT);
  }

  /** The same, as the row of an attempt, fleet and agent. */
  static StoredAttestation of(
      StoredAttestation attestation, int attempt, String fleet, String agent) {
    return stored(
        attestation.envelope(),
        new LoggedRow.UnsignedFields(
            attestation.workItem(), attempt, agent, fleet, Times.text(START)));
  }

  private static StoredAttestation stored(Statement statement, String workItem, Signer signer) {
    Envelope envelope =
        Envelope.signed(
            Statement.PAYLOAD_TYPE, statement.text().getBytes(StandardCharsets.UTF_8), signer);
    return stored(
        envelope,
        new LoggedRow.UnsignedFields(workItem, 1, "agent-1", "fleet-a", Times.text(START)));
  }

  private static StoredAttestation stored(Envelope envelope, LoggedRow.UnsignedFields beside) {
    Parsed<StoredAttestation> stated = AttestationGate.stated(envelope, beside);
    if (stated instanceof Parsed.Accepted<StoredAttestation>(StoredAttestation stored)) {
      return stored;
    }
    throw new AssertionError("expected an attestation, found " + stated);
  }

  /** A document with the keys of the director and of a log, written to {@code directory}. */
  public static Path keys(Path directory, PublishedKey log) throws IOException {
    return Files.writeString(
        directory.resolve("keys.json"),
        Output.compact(
            Map.of(
                "keys",
                List.of(
                    Map.of("use", "attestation", "spki", DIRECTOR.publicKey().pem()),
                    Map.of("use", "checkpoint", "vkey", String.valueOf(log.vkey()))))));
  }

  /** Codes and positions of what an audit found. */
  static List<String> codes(AuditResult result) {
    return result.findings.stream()
        .map(finding -> finding.code() + " " + finding.logIndex())
        .toList();
  }
}
