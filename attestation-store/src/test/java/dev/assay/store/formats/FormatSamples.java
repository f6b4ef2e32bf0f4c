package dev.assay.store.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ClaimCommitment;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement of each kind, as the director writes them about the golden report message. */
public final class FormatSamples {

  /** Signs the samples. */
  public static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);

  private static final String TIME = "2026-11-21T10:00:01.000Z";
  private static final Path REPORT =
      Path.of("../schemas/src/test/resources/golden/ReportMessage/full.json");
  private static final Path EXECUTION =
      Path.of("../schemas/src/test/resources/golden/ExecutionEvent/full.json");

  private FormatSamples() {}

  /** The attestation of a report with {@code result}. */
  public static Statement report(String result) {
    return Statements.verification(
        message(result, "OBSERVED").committed(Digests.sha256Hex("digests of the report")),
        execution()
            .committed(
                new ClaimCommitment(
                    Digests.sha256Hex("digests of the claim"),
                    Digests.sha256Hex("salted claim"),
                    null)),
        TIME);
  }

  /** The attestation of {@link #passed} and {@link #claim} with commitments to both. */
  public static Statement committed(FieldSalts salts) {
    ObjectNode message = Json.toTree(message("PASS", "OBSERVED")).deepCopy();
    message.put("reportDigest", Digests.sha256Hex(Json.canonical(passed())));
    message.put("commitment", CommittedFields.of(passed(), salts).root());
    return Statements.verification(
        parsed(message, ReportMessage.class),
        execution().committed(ClaimDocument.of(claim(), salts).commitment()),
        TIME);
  }

  /** The passed report. */
  public static VerificationReport passed() {
    return message("PASS", "OBSERVED").report();
  }

  /** What the agent said. */
  public static ExecutionData claim() {
    return parsed(tree(read(EXECUTION)).get("data"), ExecutionData.class);
  }

  /** The same attestation where nobody commits to anything. */
  public static Statement reportWithoutCommitments() {
    return Statements.verification(message("PASS", "OBSERVED"), execution(), TIME);
  }

  /** The attestation of a passed report that does not say how it is known. */
  public static Statement reportWithoutBasis() {
    return Statements.verification(message("PASS", null), TIME);
  }

  /** The promotion that rests on the passed report. */
  public static Statement promotion() {
    Hyperthesis blind =
        new Hyperthesis("production data", Hyperthesis.Why.MISSING_DATA, Risk.LOW, "none was read");
    return Statements.promotion(summary(), List.of(blind)).orElseThrow();
  }

  /** The demotion of the same work. */
  public static Statement demotion() {
    return Statements.demotion(summary());
  }

  /** A person's answer. */
  public static Statement approval() {
    Approval question =
        new Approval(
            Digests.sha256Hex("question"),
            "May cart-42 go on?",
            List.of("resume", "halt"),
            "2026-11-21T12:00:00.000Z",
            "halt");
    return Statements.approval(
        "shop/cart-42", 2, question, "resume", "ann", "approve", "seen it", TIME);
  }

  /** What stood on a partition of the attestations' topic. */
  public static Statement manifest() {
    return new Manifest(
            "attestations",
            0,
            1_024L,
            1_026L,
            null,
            Digests.sha256Hex("the manifest before"),
            Digests.sha256Hex("a manifest of another partition"),
            List.of(
                ManifestRecord.attestation(
                    1_024, Digests.sha256Hex("value"), null, report("PASS").id()),
                ManifestRecord.attestation(
                    1_025, Digests.sha256Hex("next value"), null, promotion().id())),
            TIME)
        .statement();
  }

  private static Statements.Summary summary() {
    return new Statements.Summary(
        "shop/cart-42",
        message("PASS", "OBSERVED").artifacts(),
        List.of(report("PASS").id()),
        "default",
        Digests.sha256Hex("policy"),
        TIME);
  }

  private static ExecutionEvent execution() {
    return new ExecutionEvent("https://agents.example/night", "e-1", null, null, claim()).by("ci");
  }

  private static <T> T parsed(JsonNode node, Class<T> type) {
    if (Json.parse(node, type) instanceof Parsed.Accepted<T>(T value)) {
      return value;
    }
    throw new AssertionError("expected a valid " + type.getSimpleName());
  }

  private static ReportMessage message(String result, @Nullable String basis) {
    if (!(Json.tree(read(REPORT)) instanceof Parsed.Accepted<JsonNode>(ObjectNode message))) {
      throw new AssertionError("expected a golden message in " + REPORT);
    }
    ObjectNode report = (ObjectNode) message.get("report");
    message.remove("commitment");
    report.put("result", result);
    if (result.equals("PASS")) {
      report.putArray("failureSignatures");
    }
    if (basis == null) {
      message.remove(List.of("basis", "vouching"));
    } else {
      message.put("basis", basis);
    }
    return parsed(message, ReportMessage.class);
  }

  /** The statement signed by {@link #DIRECTOR}, as the store keeps it. */
  public static StoredAttestation stored(Statement statement) {
    byte[] payload = statement.text().getBytes(StandardCharsets.UTF_8);
    JsonNode document = tree(payload);
    JsonNode predicate = document.path("predicate");
    boolean verification = predicate.has("verifierType");
    boolean approval = predicate.has("approval");
    return new StoredAttestation(
        statement.id(),
        verification
            ? StoredAttestation.Kind.VERIFICATION
            : approval ? StoredAttestation.Kind.APPROVAL : StoredAttestation.Kind.VSA,
        document.path("predicateType").asText(),
        "shop/cart-42",
        2,
        verification ? predicate.path("verifierType").asText() : null,
        predicate
            .path(verification ? "result" : approval ? "answer" : "verificationResult")
            .asText(),
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
        Envelope.signed(Statement.PAYLOAD_TYPE, payload, DIRECTOR));
  }

  /** A JSON document that is known to be one. */
  public static JsonNode tree(byte[] document) {
    if (Json.tree(document) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw new AssertionError("expected a JSON document");
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
