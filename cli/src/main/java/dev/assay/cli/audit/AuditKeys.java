package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationKey;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Whose signatures count.
 *
 * @param log keys of checkpoints
 * @param attestations keys of attestations
 */
record AuditKeys(List<NoteKey> log, List<AttestationKey> attestations) {

  /** Copies the lists. */
  AuditKeys {
    log = List.copyOf(log);
    attestations = List.copyOf(attestations);
  }

  /**
   * The keys of a keys document, as {@code GET /v1/keys} answers it.
   *
   * @throws CommandException with {@code code} when it is none
   */
  static AuditKeys parse(String document, String code) {
    if (!(Json.tree(document.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<JsonNode>(JsonNode tree))) {
      throw unreadable(code, "another text");
    }
    List<NoteKey> log = new ArrayList<>();
    List<AttestationKey> attestations = new ArrayList<>();
    try {
      for (JsonNode key : tree.path("keys")) {
        if (key.path("use").asText().equals("attestation")) {
          JsonNode end = key.path("notAfter");
          attestations.add(
              new AttestationKey(
                  Ed25519PublicKey.ofPem(key.path("spki").asText()),
                  Instant.EPOCH,
                  end.isTextual() ? Times.instant(end.textValue()) : null));
        } else if (key.path("vkey").isTextual()) {
          log.add(NoteKey.parse(key.path("vkey").textValue()));
        }
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      throw unreadable(code, String.valueOf(e.getMessage()));
    }
    if (log.isEmpty() || attestations.isEmpty()) {
      throw unreadable(
          code, log.size() + " log keys and " + attestations.size() + " attestation keys");
    }
    return new AuditKeys(log, attestations);
  }

  private static CommandException unreadable(String code, String found) {
    return new CommandException(
        code,
        "expected a keys document with keys of log and attestations, as assay keys --json prints,"
            + " found "
            + found);
  }
}
