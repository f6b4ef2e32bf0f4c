package dev.assay.core.sign;

/** Bounds of everything this package reads. */
public final class SignatureLimits {

  /** Longest envelope document, in bytes. */
  public static final int ENVELOPE_BYTES_MAX = 256 * 1024;

  /** Longest payload type, in characters. */
  public static final int PAYLOAD_TYPE_CHARS_MAX = 512;

  /** Most signatures in one envelope. */
  public static final int SIGNATURES_MAX = 16;

  /** Longest key id hint, in characters. */
  public static final int KEY_ID_CHARS_MAX = 512;

  /** Longest signature, in bytes; ML-DSA-87 needs 4,627. */
  public static final int SIGNATURE_BYTES_MAX = 8_192;

  /** Deepest nesting in an envelope document; unknown members may nest. */
  public static final int NESTING_MAX = 32;

  /** Longest PEM file of a key, in characters. */
  public static final int PEM_CHARS_MAX = 16_384;

  private SignatureLimits() {}
}
