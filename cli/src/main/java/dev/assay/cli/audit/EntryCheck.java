package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationKey;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks one entry of a log by itself, with what is kept beside it. Safe for many threads. */
final class EntryCheck {

  private static final List<EnvelopeSignature> UNSIGNED =
      List.of(new EnvelopeSignature("", new byte[64]));

  /**
   * What an entry says.
   *
   * @param id attestation id
   * @param statement what it attests, or null when it is no attestation
   * @param manifest the manifest that it is, or null
   * @param inputs ids of the attestations that it cites
   * @param falsePassUpper the bound that it publishes of its verifier, or null when it does not
   * @param event what it was made on, as {@link AgentOfAttempt} names it
   * @param shown whose work its row says that it is about; null without a row, and for a manifest
   * @param findings what is wrong with it
   */
  record Checked(
      String id,
      @Nullable StoredAttestation statement,
      @Nullable Manifest manifest,
      List<String> inputs,
      @Nullable Double falsePassUpper,
      String event,
      @Nullable AgentOfAttempt shown,
      List<AuditFinding> findings) {

    /** The same with {@code more} findings. */
    Checked with(List<AuditFinding> more) {
      List<AuditFinding> all = new ArrayList<>(findings);
      all.addAll(more);
      return new Checked(id, statement, manifest, inputs, falsePassUpper, event, shown, all);
    }
  }

  private final List<SignatureChecker> checkers = new ArrayList<>();
  private final Map<String, Instant> retired = new HashMap<>();
  private final Instant now;

  /** A check of signatures by {@code keys}, at the time {@code now}. */
  EntryCheck(List<AttestationKey> keys, Instant now) {
    for (AttestationKey key : keys) {
      checkers.add(new BouncyCastleEd25519Verifier(key.key()));
      if (key.notAfter() != null) {
        retired.put(key.key().keyId(), key.notAfter());
      }
    }
    this.now = now;
  }

  /** What {@code entry} at {@code index} says; it is held to nothing but its own form. */
  Checked read(long index, byte[] entry, AuditSource.Kept kept) {
    String id = Digests.sha256Hex(entry);
    List<AuditFinding> findings = new ArrayList<>();
    JsonNode tree = tree(entry);
    return checked(id, tree, stated(index, id, entry, tree, findings), kept, findings);
  }

  /** Checks {@code entry} at {@code index}, for which {@code kept} is there. */
  Checked check(long index, byte[] entry, AuditSource.Kept kept) {
    String id = Digests.sha256Hex(entry);
    List<AuditFinding> findings = new ArrayList<>();
    JsonNode tree = tree(entry);
    StoredAttestation statement = stated(index, id, entry, tree, findings);
    if (statement != null && statement.time().isAfter(now.plus(AuditLimits.CLOCKS_APART_MAX))) {
      findings.add(
          AuditFinding.at(
              AuditCode.TIME_AHEAD, index, id, "a time up to " + now, "" + statement.time()));
    }
    switch (kept) {
      case AuditSource.Kept.Row(JsonNode line, Envelope envelope) -> {
        signed(index, id, entry, envelope, statement, findings);
        if (statement != null) {
          compare(index, line, statement, tree.path("predicate").has("attempt"), findings);
        }
      }
      case AuditSource.Kept.Signed(Set<String> signers) ->
          inUse(index, id, signers, statement, findings);
      case AuditSource.Kept.Nothing() ->
          findings.add(
              AuditFinding.at(AuditCode.ENVELOPE_MISSING, index, id, "a signed envelope", "none"));
    }
    return checked(id, tree, statement, kept, findings);
  }

  private static JsonNode tree(byte[] entry) {
    return Json.tree(entry) instanceof Parsed.Accepted<JsonNode>(JsonNode parsed)
        ? parsed
        : MissingNode.getInstance();
  }

  private static Checked checked(
      String id,
      JsonNode tree,
      @Nullable StoredAttestation statement,
      AuditSource.Kept kept,
      List<AuditFinding> findings) {
    return new Checked(
        id,
        statement,
        manifest(statement, tree),
        inputs(tree),
        PromotionFacts.bound(tree.path("predicate")).orElse(null),
        event(statement, tree.path("predicate")),
        shown(statement, kept),
        List.copyOf(findings));
  }

  private static String event(@Nullable StoredAttestation statement, JsonNode predicate) {
    if (statement == null) {
      return "";
    }
    return predicate.path("execution").isTextual()
        ? AgentOfAttempt.verified(predicate.path("execution").textValue())
        : AgentOfAttempt.decidedAt(statement.workItem(), statement.time());
  }

  private static @Nullable AgentOfAttempt shown(
      @Nullable StoredAttestation statement, AuditSource.Kept kept) {
    return statement != null
            && statement.kind() != StoredAttestation.Kind.MANIFEST
            && kept instanceof AuditSource.Kept.Row(JsonNode line, _)
        ? AgentOfAttempt.shown(line)
        : null;
  }

  private static @Nullable Manifest manifest(@Nullable StoredAttestation statement, JsonNode tree) {
    return statement != null
            && statement.kind() == StoredAttestation.Kind.MANIFEST
            && Manifest.read(tree) instanceof Parsed.Accepted<Manifest>(Manifest manifest)
        ? manifest
        : null;
  }

  private static String workItem(JsonNode predicate) {
    String resource = predicate.path("resourceUri").asText();
    if (resource.startsWith(Statements.RESOURCE_PREFIX)) {
      return resource.substring(Statements.RESOURCE_PREFIX.length());
    }
    return predicate.has("firstOffset")
        ? Manifest.workItem(predicate.path("topic").asText(), predicate.path("partition").asInt())
        : predicate.path("workItem").asText();
  }

  private static @Nullable StoredAttestation stated(
      long index, String id, byte[] entry, JsonNode tree, List<AuditFinding> findings) {
    JsonNode predicate = tree.path("predicate");
    Parsed<StoredAttestation> read =
        AttestationGate.stated(
            Envelope.of(Statement.PAYLOAD_TYPE, entry, UNSIGNED),
            new LoggedRow.UnsignedFields(
                workItem(predicate), predicate.path("attempt").asInt(1), null, null, "none"));
    return switch (read) {
      case Parsed.Accepted<StoredAttestation>(StoredAttestation statement) -> statement;
      case Parsed.Rejected<StoredAttestation>(Rejection rejection) -> {
        findings.add(
            AuditFinding.at(
                AuditCode.ENTRY_INVALID, index, id, "an attestation", rejection.detail()));
        yield null;
      }
    };
  }

  private void signed(
      long index,
      String id,
      byte[] entry,
      @Nullable Envelope envelope,
      @Nullable StoredAttestation statement,
      List<AuditFinding> findings) {
    if (envelope == null) {
      findings.add(
          AuditFinding.at(
              AuditCode.ENVELOPE_MISSING, index, id, "a signed envelope", "another document"));
      return;
    }
    if (!envelope.payloadType().equals(Statement.PAYLOAD_TYPE)
        || !Arrays.equals(envelope.payload(), entry)) {
      findings.add(
          AuditFinding.at(
              AuditCode.ENVELOPE_DIFFERS,
              index,
              id,
              "an envelope around the entry",
              "one around " + Digests.sha256Hex(envelope.payload())));
      return;
    }
    Set<String> signers = envelope.verifiedBy(checkers);
    if (signers.isEmpty()) {
      findings.add(
          AuditFinding.at(
              AuditCode.ATTESTATION_SIGNATURE,
              index,
              id,
              "a signature by one of " + checkers.size() + " known keys",
              "one with the key hint " + envelope.signatures().getFirst().keyId()));
    } else {
      inUse(index, id, signers, statement, findings);
    }
  }

  /** Whether a key of {@code signers} was in use at the time that the statement tells. */
  private void inUse(
      long index,
      String id,
      Set<String> signers,
      @Nullable StoredAttestation statement,
      List<AuditFinding> findings) {
    if (statement != null && signers.stream().noneMatch(key -> inUse(key, statement.time()))) {
      findings.add(
          AuditFinding.at(
              AuditCode.ATTESTATION_KEY_RETIRED,
              index,
              id,
              "a key in use at " + statement.time(),
              "only " + String.join(", ", signers)));
    }
  }

  private boolean inUse(String keyId, Instant time) {
    Instant until = retired.get(keyId);
    return until == null || !time.isAfter(until);
  }

  /** Compares what lists show with what was signed. */
  private static void compare(
      long index,
      JsonNode line,
      StoredAttestation signed,
      boolean attemptSigned,
      List<AuditFinding> findings) {
    Map<String, @Nullable String> expected = new HashMap<>();
    expected.put("id", signed.id());
    expected.put("kind", signed.kind().text());
    expected.put("predicateType", signed.predicateType());
    expected.put("workItem", signed.workItem());
    expected.put("verifier", signed.verifier());
    expected.put("result", signed.result());
    expected.put("basis", signed.basis());
    expected.put("commit", signed.commit());
    expected.put("report", signed.report());
    expected.put("time", Times.text(signed.time()));
    expected.put(
        "artifact", signed.artifacts().isEmpty() ? null : signed.artifacts().getFirst().sha256());
    if (attemptSigned) {
      expected.put("attempt", Integer.toString(signed.attempt()));
    }
    expected.forEach((member, value) -> {
      JsonNode shown = line.path(member);
      String found = shown.isNull() || shown.isMissingNode() ? null : shown.asText();
      if (!Objects.equals(found, value)) {
        findings.add(
            AuditFinding.at(
                AuditCode.ROW_DIFFERS,
                index,
                signed.id(),
                member + " " + value + ", as signed",
                String.valueOf(found)));
      }
    });
  }

  private static List<String> inputs(JsonNode statement) {
    List<String> inputs = new ArrayList<>();
    for (JsonNode input : statement.path("predicate").path("inputAttestations")) {
      String id = input.path("digest").path("sha256").asText();
      if (Digests.valid(id) && inputs.size() < Limits.STATEMENT_BYTES_MAX) {
        inputs.add(id);
      }
    }
    return inputs;
  }
}
