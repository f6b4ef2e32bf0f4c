package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * Where something failed and in which way: the same failure with other times, paths, addresses,
 * ids, line numbers and values has the same id.
 *
 * @param id lower-case hex prefix of the SHA-256 of the canonical form
 * @param kind what was canonicalised, such as {@code exception}, {@code lint} or {@code exit}
 * @param text where and in which way, without values and without messages, bounded
 * @param variant lower-case hex prefix of the SHA-256 of the canonical form with its values; null
 *     in reports that were made before failures had one
 */
public record FailureSignature(String id, String kind, String text, @Nullable String variant) {

  /** Hexadecimal digits of an id. */
  public static final int ID_CHARS = 32;

  /** A signature that tells no variant. */
  public FailureSignature(String id, String kind, String text) {
    this(id, kind, text, null);
  }

  /** The signature of a failure whose canonical form is {@code kind:text} as it is. */
  public static FailureSignature named(String kind, String text) {
    String id = Digests.sha256Hex(kind + ':' + text).substring(0, ID_CHARS);
    return new FailureSignature(id, kind, text, id);
  }

  /**
   * The same of something in particular.
   *
   * @param about what it is about; untrusted, tells signatures apart and is not shown
   */
  public static FailureSignature named(String kind, String text, String about) {
    String id = Digests.sha256Hex(kind + ':' + text + ':' + about).substring(0, ID_CHARS);
    return new FailureSignature(id, kind, text, id);
  }

  public FailureSignature {
    id = Require.text("failureSignatures.id", id, Limits.ID_CHARS_MAX);
    kind = Require.text("failureSignatures.kind", kind, Limits.ID_CHARS_MAX);
    text = Require.text("failureSignatures.text", text, Limits.SIGNATURE_CHARS_MAX);
    variant = Require.optionalText("failureSignatures.variant", variant, Limits.ID_CHARS_MAX);
  }
}
