package dev.assay.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Verifies an attestation from its files alone. */
public final class OfflineCheck {

  private OfflineCheck() {}

  /** How a check failed; {@code docs/clients.md} has them. */
  public enum Code {
    /** No attestation key signed the envelope as an in-toto statement. */
    SIGNATURE_INVALID,
    /** The key that signed had ended at the time that the statement tells. */
    KEY_NOT_IN_USE,
    /** The statement is not in the form of RFC 8785. */
    NOT_CANONICAL,
    /** The SHA-256 of the statement is not the id that was asked for. */
    ID_MISMATCH,
    /** No log key signed the checkpoint. */
    CHECKPOINT_INVALID,
    /** The path does not lead from the statement to the root of the checkpoint. */
    NOT_INCLUDED,
    /** A document is none; what comes after it was not checked. */
    FORMAT_INVALID,
    /** Fewer log witnesses cosigned the checkpoint than the policy wants. */
    QUORUM_MISSED,
    /** The disclosure does not fit what the statement commits to. */
    DISCLOSURE_INVALID
  }

  /**
   * One thing that was checked.
   *
   * @param code how it failed, or null when it holds
   * @param detail what was found; not for machines
   */
  public record Check(String name, boolean holds, @Nullable Code code, String detail) {

    /** A check that failed as {@code code} says unless it {@code holds}. */
    public static Check of(String name, boolean holds, Code code, String detail) {
      return new Check(name, holds, holds ? null : code, detail);
    }

    /** The check as people read it. */
    public String line() {
      return (holds ? "ok    " : "FAIL  ") + name + (detail.isEmpty() ? "" : "  " + detail);
    }
  }

  /**
   * All that was checked.
   *
   * @param id the SHA-256 of the statement; empty when there is none
   * @param verified whether everything holds
   * @param code how the first check failed that did, or null
   */
  public record Outcome(String id, boolean verified, @Nullable Code code, List<Check> checks) {

    private static Outcome of(String id, List<Check> checks) {
      Optional<Check> failed = checks.stream().filter(check -> !check.holds()).findFirst();
      return new Outcome(
          id, failed.isEmpty(), failed.map(Check::code).orElse(null), List.copyOf(checks));
    }

    /** This and {@code check}. */
    public Outcome with(Check check) {
      List<Check> all = new ArrayList<>(checks);
      all.add(check);
      return of(id, all);
    }
  }

  /**
   * The statement inside an envelope, unverified.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static JsonNode statement(String envelope) {
    return tree(Envelope.parse(envelope.getBytes(StandardCharsets.UTF_8)).payload());
  }

  /**
   * Checks signature (DSSE, Ed25519), the signing key's time, canonical form (RFC 8785), id and
   * inclusion (RFC 9162, section 2.1.3.2, under a C2SP checkpoint). Texts that are no documents are
   * a failed check.
   *
   * @param envelopeText what {@code GET /v1/attestations/{id}} gives
   * @param proofText what its {@code /proof} gives
   * @param keysText what {@code GET /v1/keys} gives: what is trusted
   * @param expectedId the id that was asked for, or null when only the files are known
   */
  public static Outcome of(
      String envelopeText, String proofText, String keysText, @Nullable String expectedId) {
    List<Check> checks = new ArrayList<>();
    String id = "";
    try {
      Envelope envelope = Envelope.parse(envelopeText.getBytes(StandardCharsets.UTF_8));
      byte[] payload = envelope.payload();
      id = Digests.sha256Hex(payload);
      List<SigningKey> attestationKeys = new ArrayList<>();
      JsonNode keys = keys(keysText);
      List<NoteKey> checkpointKeys = checkpointKeys(keys);
      for (JsonNode key : keys) {
        if (key.path("use").asText().equals("attestation")) {
          attestationKeys.add(SigningKey.of(key));
        }
      }
      List<SigningKey> signers =
          envelope.payloadType().equals(Statement.PAYLOAD_TYPE)
              ? attestationKeys.stream()
                  .filter(key -> !envelope.verifiedBy(List.of(key.key())).isEmpty())
                  .toList()
              : List.of();
      checks.add(
          Check.of(
              "signature",
              !signers.isEmpty(),
              Code.SIGNATURE_INVALID,
              "DSSE, Ed25519, " + attestationKeys.size() + " known keys"));
      JsonNode statement = statementOrMissing(payload);
      checks.add(inForce(signers, statement));
      checks.add(
          Check.of("canonical", canonical(statement, payload), Code.NOT_CANONICAL, "RFC 8785"));
      checks.add(Check.of("id", expectedId == null || expectedId.equals(id), Code.ID_MISMATCH, id));
      checks.add(inclusion(proofText, payload, checkpointKeys));
    } catch (IllegalArgumentException e) {
      checks.add(new Check("format", false, Code.FORMAT_INVALID, String.valueOf(e.getMessage())));
    }
    return Outcome.of(id, checks);
  }

  /** Whether {@code policy} believes the checkpoint of the proof. */
  public static Check witnesses(String proofText, TlogPolicy policy) {
    try {
      TlogPolicy.Finding found =
          policy.judge(SignedNote.parse(TlogProof.parse(proofText).checkpoint()));
      String names = String.join(", ", new TreeSet<>(found.cosigned()));
      return Check.of(
          "witnesses",
          found.met(),
          Code.QUORUM_MISSED,
          (names.isEmpty() ? "none cosigned" : names + " cosigned")
              + ", quorum "
              + policy.quorum());
    } catch (RejectedInputException e) {
      return new Check("witnesses", false, Code.FORMAT_INVALID, String.valueOf(e.getMessage()));
    }
  }

  /** An attestation key and when it went out of use, or null while it is in use. */
  private record SigningKey(Ed25519PublicKey key, @Nullable Instant notAfter) {

    static SigningKey of(JsonNode document) {
      Ed25519PublicKey key = Ed25519PublicKey.ofPem(document.path("spki").asText());
      JsonNode end = document.path("notAfter");
      return new SigningKey(key, end.isTextual() ? instant(end.textValue()) : null);
    }

    boolean inForceAt(@Nullable Instant time) {
      return notAfter == null || time != null && !time.isAfter(notAfter);
    }
  }

  /**
   * Whether a signer's key was in use at the time that the statement tells, as the store demands.
   * When a key came into use is not looked at: statements have the times of their records, which
   * may be older than the key.
   */
  private static Check inForce(List<SigningKey> signers, JsonNode statement) {
    JsonNode predicate = statement.path("predicate");
    JsonNode told = predicate.path("time");
    JsonNode time = told.isTextual() ? told : predicate.path("timeVerified");
    Instant at = time.isTextual() ? instant(time.textValue()) : null;
    return Check.of(
        "key in use",
        signers.stream().anyMatch(key -> key.inForceAt(at)),
        Code.KEY_NOT_IN_USE,
        "at " + (at == null ? "a time that the statement does not tell" : at));
  }

  private static Instant instant(String text) {
    try {
      return Times.instant(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("expected an RFC 3339 time, found another text", e);
    }
  }

  /**
   * The keys of a keys document that sign checkpoints.
   *
   * @throws IllegalArgumentException for a document or key that is none
   */
  public static List<NoteKey> checkpointKeys(String keysText) {
    return checkpointKeys(keys(keysText));
  }

  private static List<NoteKey> checkpointKeys(JsonNode documents) {
    List<NoteKey> keys = new ArrayList<>();
    for (JsonNode key : documents) {
      if (!key.path("use").asText().equals("attestation") && key.path("vkey").isTextual()) {
        keys.add(checkpointKey(key));
      }
    }
    return keys;
  }

  private static JsonNode keys(String keysText) {
    JsonNode document = tree(keysText.getBytes(StandardCharsets.UTF_8));
    JsonNode keys = document.path("keys");
    if (!keys.isArray()) {
      throw new IllegalArgumentException("expected a list of keys, found another value");
    }
    return keys;
  }

  private static NoteKey checkpointKey(JsonNode document) {
    NoteKey key = NoteKey.parse(document.path("vkey").asText());
    JsonNode spki = document.path("spki");
    if (spki.isTextual() && !Ed25519PublicKey.ofPem(spki.textValue()).equals(key.key())) {
      throw new IllegalArgumentException(
          "expected vkey and spki of " + key.name() + " to be the same key, found two keys");
    }
    return key;
  }

  /** The statement that {@code payload} holds; other bytes than JSON are no statement of ours. */
  private static JsonNode statementOrMissing(byte[] payload) {
    return Json.tree(payload) instanceof Parsed.Accepted<JsonNode>(JsonNode statement)
        ? statement
        : MissingNode.getInstance();
  }

  private static boolean canonical(JsonNode statement, byte[] payload) {
    return !statement.isMissingNode() && Arrays.equals(CanonicalJson.bytes(statement), payload);
  }

  private static Check inclusion(String proofText, byte[] payload, List<NoteKey> keys) {
    TlogProof proof = TlogProof.parse(proofText);
    Check failed =
        new Check(
            "inclusion", false, Code.CHECKPOINT_INVALID, "expected a checkpoint key, found none");
    for (NoteKey key : keys) {
      try {
        var checkpoint = proof.requireInclusion(payload, key, key.key());
        return new Check(
            "inclusion",
            true,
            null,
            "index " + proof.index() + " of " + checkpoint.size() + " in " + checkpoint.origin());
      } catch (RejectedInputException e) {
        Code code =
            e.code().equals(TlogProof.NOT_INCLUDED) ? Code.NOT_INCLUDED : Code.CHECKPOINT_INVALID;
        failed = new Check("inclusion", false, code, String.valueOf(e.getMessage()));
      }
    }
    return failed;
  }

  private static JsonNode tree(byte[] bytes) {
    return switch (Json.tree(bytes)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new IllegalArgumentException(rejection.detail());
    };
  }
}
