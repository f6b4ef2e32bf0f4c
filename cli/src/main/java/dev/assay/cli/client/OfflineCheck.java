package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.cli.CommandException;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Verifies an attestation from its files alone. */
public final class OfflineCheck {

  private OfflineCheck() {}

  /** One thing that was checked. */
  public record Check(String name, boolean holds, String detail) {
    String line() {
      return (holds ? "ok    " : "FAIL  ") + name + (detail.isEmpty() ? "" : "  " + detail);
    }
  }

  /** All that was checked; verified only when everything holds. */
  public record Outcome(String id, boolean verified, List<Check> checks) {

    /** This and {@code check}. */
    Outcome with(Check check) {
      List<Check> all = new ArrayList<>(checks);
      all.add(check);
      return new Outcome(id, verified && check.holds(), all);
    }
  }

  /** The statement inside an envelope, unverified. */
  public static JsonNode statement(String envelope) {
    return tree(Envelope.parse(envelope.getBytes(StandardCharsets.UTF_8)).payload());
  }

  /**
   * Checks signature, the signing key's time, canonical form, id and inclusion.
   *
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
          new Check(
              "signature",
              !signers.isEmpty(),
              "DSSE, Ed25519, " + attestationKeys.size() + " known keys"));
      JsonNode statement = statementOrMissing(payload);
      checks.add(inForce(signers, statement));
      checks.add(new Check("canonical", canonical(statement, payload), "RFC 8785"));
      checks.add(new Check("id", expectedId == null || expectedId.equals(id), id));
      checks.add(inclusion(proofText, payload, checkpointKeys));
    } catch (IllegalArgumentException e) {
      checks.add(new Check("format", false, String.valueOf(e.getMessage())));
    }
    return new Outcome(id, checks.stream().allMatch(Check::holds), checks);
  }

  /** Whether {@code policy} believes the checkpoint of the proof. */
  static Check witnesses(String proofText, TlogPolicy policy) {
    try {
      TlogPolicy.Finding found =
          policy.judge(SignedNote.parse(TlogProof.parse(proofText).checkpoint()));
      String names = String.join(", ", new TreeSet<>(found.cosigned()));
      return new Check(
          "witnesses",
          found.met(),
          (names.isEmpty() ? "none cosigned" : names + " cosigned")
              + ", quorum "
              + policy.quorum());
    } catch (RejectedInputException e) {
      return new Check("witnesses", false, String.valueOf(e.getMessage()));
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
    return new Check(
        "key in use",
        signers.stream().anyMatch(key -> key.inForceAt(at)),
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
   * The keys that sign checkpoints.
   *
   * @throws CommandException with CONFIGURATION for a document or key that is none
   */
  static List<NoteKey> checkpointKeys(String keysText) {
    try {
      return checkpointKeys(keys(keysText));
    } catch (IllegalArgumentException e) {
      throw new CommandException("CONFIGURATION", String.valueOf(e.getMessage()));
    }
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
    String why = "expected a checkpoint key, found none";
    for (NoteKey key : keys) {
      try {
        var checkpoint = proof.requireInclusion(payload, key, key.key());
        return new Check(
            "inclusion",
            true,
            "index " + proof.index() + " of " + checkpoint.size() + " in " + checkpoint.origin());
      } catch (RejectedInputException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    return new Check("inclusion", false, why);
  }

  private static JsonNode tree(byte[] bytes) {
    return switch (Json.tree(bytes)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new IllegalArgumentException(rejection.detail());
    };
  }
}
