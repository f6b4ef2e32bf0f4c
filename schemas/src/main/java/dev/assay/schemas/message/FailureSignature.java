package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
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

  private static final int NAMED_ID_CHARS = 16;

  /** The signature of a failure whose canonical form is {@code kind:text} as it is. */
  public static FailureSignature named(String kind, String text) {
    return new FailureSignature(
        Digests.sha256Hex(kind + ':' + text).substring(0, NAMED_ID_CHARS), kind, text);
  }

  public FailureSignature {
    id = Require.text("failureSignatures.id", id, Limits.ID_CHARS_MAX);
    kind = Require.text("failureSignatures.kind", kind, Limits.ID_CHARS_MAX);
    text = Require.text("failureSignatures.text", text, Limits.SIGNATURE_CHARS_MAX);
  }
}
