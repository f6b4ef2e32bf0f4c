package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import org.jspecify.annotations.Nullable;

/**
 * A signed attestation.
 *
 * @param id SHA-256 of {@code statement} in UTF-8, lower-case hex
 * @param statement the RFC 8785 canonical in-toto Statement: DSSE payload and log entry
 * @param keyId hint to the key, hex SHA-256 of its SubjectPublicKeyInfo
 * @param signature base64 of the signature over the DSSE pre-authentication encoding
 */
public record AttestationMessage(
    String id,
    String workItem,
    String eventKey,
    int attempt,
    @Nullable Agent agent,
    String statement,
    String keyId,
    String signature,
    String time) {

  public AttestationMessage {
    id = Require.digest("id", id);
    workItem = Require.id("workItem", workItem);
    eventKey = Require.digest("eventKey", eventKey);
    statement = Require.text("statement", statement, Limits.STATEMENT_BYTES_MAX);
    keyId = Require.digest("keyId", keyId);
    signature = Require.text("signature", signature, Limits.COMMAND_CHARS_MAX);
    time = Times.canonical("time", Require.present("time", time));
  }
}
