package dev.assay.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets attestations into the store: the id is the hash of the statement, an accepted key signed it,
 * the statement is canonical, and what the message says beside it does not contradict it. Pure and
 * safe for many threads.
 */
public final class AttestationGate {

  private final List<SignatureChecker> accepted;
  private final Map<String, Instant> retired;

  /** A gate for attestations signed by {@code keys}, by those no longer in use only until then. */
  public AttestationGate(List<AttestationKey> keys) {
    this(List.of(), keys);
  }

  private AttestationGate(List<SignatureChecker> checkers, List<AttestationKey> keys) {
    List<SignatureChecker> all = new ArrayList<>(checkers);
    Map<String, Instant> until = new HashMap<>();
    for (AttestationKey key : keys) {
      all.add(new BouncyCastleEd25519Verifier(key.key()));
      if (key.notAfter() != null) {
        until.put(key.key().keyId(), key.notAfter());
      }
    }
    this.accepted = List.copyOf(all);
    this.retired = Map.copyOf(until);
  }

  /** A gate for attestations whose signature {@code current} or one of {@code keys} finds right. */
  public static AttestationGate checking(SignatureChecker current, List<AttestationKey> keys) {
    return new AttestationGate(List.of(current), keys);
  }

  /**
   * The attestation to store, or why there is none: DIGEST_MISMATCH, SIGNATURE_INVALID,
   * INVALID_JSON or INVALID_FIELD.
   */
  public Parsed<StoredAttestation> admit(AttestationMessage message) {
    try {
      return new Parsed.Accepted<>(read(message));
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    } catch (IllegalArgumentException e) {
      return new Parsed.Rejected<>(
          Rejection.of(ErrorCode.INVALID_FIELD, String.valueOf(e.getMessage())));
    }
  }

  private boolean inUse(String keyId, String time) {
    Instant until = retired.get(keyId);
    return until == null || !Times.parsed(time).isAfter(until);
  }

  private StoredAttestation read(AttestationMessage message) {
    byte[] payload = message.statement().getBytes(StandardCharsets.UTF_8);
    String id = Digests.sha256Hex(payload);
    require(id.equals(message.id()), ErrorCode.DIGEST_MISMATCH, "id", "the id " + id, message.id());
    Envelope envelope =
        Envelope.of(
            Statement.PAYLOAD_TYPE,
            payload,
            List.of(new EnvelopeSignature(message.keyId(), signature(message))));
    require(
        envelope.verifiedBy(accepted).stream().anyMatch(key -> inUse(key, message.time())),
        ErrorCode.SIGNATURE_INVALID,
        "signature",
        "a signature by one of " + accepted.size() + " keys accepted at " + message.time(),
        "one that none of them made, with key hint " + message.keyId());
    Agent agent = message.agent();
    return read(
        id,
        envelope,
        new LoggedRow.UnsignedFields(
            message.workItem(),
            message.attempt(),
            agent == null ? null : agent.id(),
            agent == null ? null : agent.fleet(),
            message.time()));
  }

  /**
   * The attestation of a row that was kept once, to keep it again; or why that is none.
   *
   * @param envelope must be signed by an accepted key, one in use or not
   */
  public Parsed<StoredAttestation> admitAgain(Envelope envelope, LoggedRow.UnsignedFields beside) {
    if (envelope.verifiedBy(accepted).isEmpty()) {
      return new Parsed.Rejected<>(
          rejected(
                  ErrorCode.SIGNATURE_INVALID,
                  "signature",
                  "a signature by one of " + accepted.size() + " accepted keys",
                  "one that none of them made")
              .rejection());
    }
    return stated(envelope, beside);
  }

  /**
   * What the statement in {@code envelope} says, whoever signed it; or why it is no attestation, or
   * contradicts what is {@code beside} it.
   */
  public static Parsed<StoredAttestation> stated(
      Envelope envelope, LoggedRow.UnsignedFields beside) {
    try {
      return new Parsed.Accepted<>(read(Digests.sha256Hex(envelope.payload()), envelope, beside));
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    } catch (IllegalArgumentException e) {
      return new Parsed.Rejected<>(
          Rejection.of(ErrorCode.INVALID_FIELD, String.valueOf(e.getMessage())));
    }
  }

  private static StoredAttestation read(
      String id, Envelope envelope, LoggedRow.UnsignedFields beside) {
    JsonNode statement = canonical(envelope.payload());
    JsonNode predicate = statement.path("predicate");
    String type = statement.path("predicateType").asText();
    return new StoredAttestation(
        id,
        kind(type),
        type,
        workItem(beside, type, statement),
        beside.attempt(),
        verifier(type, predicate),
        result(type, predicate),
        optional(predicate.path("basis")),
        beside.agent(),
        beside.fleet(),
        optional(predicate.path("commit")),
        optional(predicate.path("reportDigest")),
        time(beside, predicate),
        artifacts(statement, predicate),
        StatementFacets.signatures(predicate),
        StatementFacets.hypertheses(predicate),
        StatementFacets.files(predicate),
        envelope);
  }

  private static byte[] signature(AttestationMessage message) {
    try {
      return Base64.getDecoder().decode(message.signature());
    } catch (IllegalArgumentException _) {
      throw rejected(ErrorCode.SIGNATURE_INVALID, "signature", "base64", "another text");
    }
  }

  private static JsonNode canonical(byte[] payload) {
    JsonNode statement =
        switch (Json.tree(payload)) {
          case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
          case Parsed.Rejected<JsonNode>(Rejection rejection) -> throw rejection.asException();
        };
    require(
        Arrays.equals(CanonicalJson.bytes(statement), payload),
        ErrorCode.INVALID_FIELD,
        "statement",
        "RFC 8785 canonical JSON",
        "another form of the same document");
    String type = statement.path("_type").asText();
    require(type.equals(Statement.TYPE), ErrorCode.INVALID_FIELD, "_type", Statement.TYPE, type);
    return statement;
  }

  private static StoredAttestation.Kind kind(String predicateType) {
    return switch (predicateType) {
      case Statement.VERIFICATION_REPORT_1, Statement.VERIFICATION_REPORT ->
          StoredAttestation.Kind.VERIFICATION;
      case Statement.VERIFICATION_SUMMARY -> StoredAttestation.Kind.VSA;
      case Statement.APPROVAL -> StoredAttestation.Kind.APPROVAL;
      case Statement.MANIFEST -> StoredAttestation.Kind.MANIFEST;
      default ->
          throw rejected(
              ErrorCode.INVALID_FIELD,
              "predicateType",
              "the type of a verification report, a verification summary, an approval or a manifest",
              predicateType);
    };
  }

  private static String workItem(LoggedRow.UnsignedFields beside, String type, JsonNode statement) {
    JsonNode predicate = statement.path("predicate");
    String signed = signedWorkItem(type, statement, beside.workItem());
    require(
        signed.equals(beside.workItem()),
        ErrorCode.INVALID_FIELD,
        "workItem",
        "the signed work item " + signed,
        beside.workItem());
    int attempt = predicate.path("attempt").asInt(beside.attempt());
    require(
        attempt == beside.attempt(),
        ErrorCode.INVALID_FIELD,
        "attempt",
        "the signed attempt " + attempt,
        Integer.toString(beside.attempt()));
    return signed;
  }

  private static String signedWorkItem(String type, JsonNode statement, String otherwise) {
    if (type.equals(Statement.MANIFEST)) {
      return manifest(statement).workItem();
    }
    JsonNode predicate = statement.path("predicate");
    if (!type.equals(Statement.VERIFICATION_SUMMARY)) {
      return predicate.path("workItem").asText(otherwise);
    }
    String resource = predicate.path("resourceUri").asText(Statements.RESOURCE_PREFIX + otherwise);
    require(
        resource.startsWith(Statements.RESOURCE_PREFIX),
        ErrorCode.INVALID_FIELD,
        "resourceUri",
        "a work item " + Statements.RESOURCE_PREFIX + "...",
        resource);
    return resource.substring(Statements.RESOURCE_PREFIX.length());
  }

  private static Manifest manifest(JsonNode statement) {
    return switch (Manifest.read(statement)) {
      case Parsed.Accepted<Manifest>(Manifest manifest) -> manifest;
      case Parsed.Rejected<Manifest>(Rejection rejection) -> throw rejection.asException();
    };
  }

  private static @Nullable String verifier(String type, JsonNode predicate) {
    return kind(type) == StoredAttestation.Kind.VERIFICATION
        ? required(predicate, "verifierType")
        : optional(predicate.path("verifier").path("id"));
  }

  private static String result(String type, JsonNode predicate) {
    return switch (type) {
      case Statement.VERIFICATION_REPORT_1, Statement.VERIFICATION_REPORT ->
          required(predicate, "result");
      case Statement.VERIFICATION_SUMMARY -> required(predicate, "verificationResult");
      case Statement.MANIFEST -> Manifest.RESULT;
      default -> predicate.path("answer").asText("ANSWERED");
    };
  }

  /** The signed time of the statement; the record's own when the statement has none. */
  private static Instant time(LoggedRow.UnsignedFields beside, JsonNode predicate) {
    String verified = predicate.path("timeVerified").asText(beside.time());
    String text = predicate.path("time").asText(verified);
    try {
      return Times.instant(text);
    } catch (DateTimeException _) {
      throw rejected(ErrorCode.INVALID_FIELD, "time", "an RFC 3339 time", text);
    }
  }

  private static List<StoredAttestation.Artifact> artifacts(
      JsonNode statement, JsonNode predicate) {
    List<StoredAttestation.Artifact> artifacts = new ArrayList<>();
    for (JsonNode artifact : predicate.path("artifacts")) {
      artifacts.add(
          new StoredAttestation.Artifact(required(artifact, "role"), required(artifact, "sha256")));
    }
    if (artifacts.isEmpty()) {
      for (JsonNode subject : statement.path("subject")) {
        artifacts.add(
            new StoredAttestation.Artifact(
                subject.path("name").asText("subject"),
                required(subject.path("digest"), "sha256")));
      }
    }
    return artifacts;
  }

  static @Nullable String optional(JsonNode value) {
    return value.isTextual() ? value.textValue() : null;
  }

  static String required(JsonNode object, String name) {
    JsonNode value = object.path(name);
    if (!value.isTextual()) {
      throw rejected(
          ErrorCode.INVALID_FIELD,
          name,
          "a text in the signed statement",
          value instanceof MissingNode ? "none" : value.getNodeType().name());
    }
    return value.textValue();
  }

  private static void require(
      boolean holds, ErrorCode code, String field, String expected, String found) {
    if (!holds) {
      throw rejected(code, field, expected, found);
    }
  }

  private static RejectedException rejected(
      ErrorCode code, String field, String expected, String found) {
    return new Rejection(code, "expected " + expected + ", found " + found, field).asException();
  }
}
