package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;

/**
 * The canonical form of a failure: the same failure with other times, paths, addresses, ids and
 * line numbers has the same id.
 *
 * @param id lower-case hex prefix of the SHA-256 of the canonical form
 * @param kind what was canonicalised, such as {@code exception}, {@code lint} or {@code exit}
 * @param text the canonical form, bounded
 */
public record FailureSignature(String id, String kind, String text) {

  public FailureSignature {
    id = Require.text("failureSignatures.id", id, Limits.ID_CHARS_MAX);
    kind = Require.text("failureSignatures.kind", kind, Limits.ID_CHARS_MAX);
    text = Require.text("failureSignatures.text", text, Limits.SIGNATURE_CHARS_MAX);
  }
}
