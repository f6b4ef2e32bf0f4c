package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.export.SigstoreBundle;
import dev.assay.core.export.StatementViews;
import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationStore;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;

/** An attestation in each format that it has. */
final class AttestationDocuments {

  private final AttestationStore store;

  AttestationDocuments(AttestationStore store) {
    this.store = store;
  }

  /**
   * The attestation {@code id} in {@code format}; empty when it has no such form.
   *
   * @param envelope the stored envelope
   */
  Optional<byte[]> of(String id, byte[] envelope, AttestationFormat format) {
    return switch (format) {
      case DSSE -> Optional.of(envelope);
      case STATEMENT -> Optional.of(payload(envelope));
      case TEST_RESULT -> new StatementViews(payload(envelope)).testResult();
      case SVR -> new StatementViews(payload(envelope)).svr();
      case VSA -> new StatementViews(payload(envelope)).vsa(store.origin(), this::position);
      case TLOG_PROOF -> store.proof(id).map(proof -> proof.getBytes(StandardCharsets.UTF_8));
      case SIGSTORE_BUNDLE -> SigstoreBundle.of(Envelope.parse(envelope));
      case COSE_RECEIPT -> store.receipt(id);
    };
  }

  private OptionalLong position(String id) {
    return store.attestation(id).stream().mapToLong(line -> line.logIndex()).findFirst();
  }

  /** The statement in a stored envelope as JSON; empty when it is something else. */
  static Optional<JsonNode> statement(byte[] envelope) {
    return Json.tree(payload(envelope)) instanceof Parsed.Accepted<JsonNode>(JsonNode statement)
        ? Optional.of(statement)
        : Optional.empty();
  }

  /** The statement in a stored envelope. */
  static byte[] payload(byte[] envelope) {
    if (Json.tree(envelope) instanceof Parsed.Accepted<JsonNode>(JsonNode document)
        && document.path("payload").isTextual()) {
      return Base64.getDecoder().decode(document.get("payload").textValue());
    }
    throw new IllegalStateException("expected a stored envelope to be a DSSE document");
  }
}
