package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies an attestation from its files alone. */
final class OfflineCheck {

  private OfflineCheck() {}

  /** One thing that was checked. */
  record Check(String name, boolean holds, String detail) {
    String line() {
      return (holds ? "ok    " : "FAIL  ") + name + (detail.isEmpty() ? "" : "  " + detail);
    }
  }

  /** All that was checked; verified only when everything holds. */
  record Outcome(String id, boolean verified, List<Check> checks) {}

  /** The statement inside an envelope, unverified. */
  static JsonNode statement(String envelope) {
    return tree(Envelope.parse(envelope.getBytes(StandardCharsets.UTF_8)).payload());
  }

  /**
   * Checks signature, canonical form, id and inclusion.
   *
   * @param expectedId the id that was asked for, or null when only the files are known
   */
  static Outcome of(
      String envelopeText, String proofText, String keysText, @Nullable String expectedId) {
    List<Check> checks = new ArrayList<>();
    String id = "";
    try {
      Envelope envelope = Envelope.parse(envelopeText.getBytes(StandardCharsets.UTF_8));
      byte[] payload = envelope.payload();
      id = Digests.sha256Hex(payload);
      List<Ed25519PublicKey> attestationKeys = new ArrayList<>();
      List<NoteKey> checkpointKeys = new ArrayList<>();
      for (JsonNode key : tree(keysText.getBytes(StandardCharsets.UTF_8)).path("keys")) {
        if (key.path("use").asText().equals("attestation")) {
          attestationKeys.add(Ed25519PublicKey.ofPem(key.path("spki").asText()));
        } else if (key.path("vkey").isTextual()) {
          checkpointKeys.add(NoteKey.parse(key.path("vkey").asText()));
        }
      }
      checks.add(
          new Check(
              "signature",
              !envelope.verifiedBy(attestationKeys).isEmpty(),
              "DSSE, Ed25519, " + attestationKeys.size() + " known keys"));
      checks.add(new Check("canonical", canonical(payload), "RFC 8785"));
      checks.add(new Check("id", expectedId == null || expectedId.equals(id), id));
      checks.add(inclusion(proofText, payload, checkpointKeys));
    } catch (IllegalArgumentException e) {
      checks.add(new Check("format", false, String.valueOf(e.getMessage())));
    }
    return new Outcome(id, checks.stream().allMatch(Check::holds), checks);
  }

  /**
   * Whether {@code payload} is JSON in its canonical form; other bytes are no statement of ours.
   */
  private static boolean canonical(byte[] payload) {
    return Json.tree(payload) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        && Arrays.equals(CanonicalJson.bytes(node), payload);
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
          throw new CommandException(rejection.code().name(), rejection.detail());
    };
  }
}
