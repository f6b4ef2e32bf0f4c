package dev.assay.core.redaction;

/** Bounds of everything this package reads. */
public final class RedactionLimits {

  /** Most fields that one commitment covers. */
  public static final int FIELDS_MAX = 64;

  /** Longest name of a field, in characters. */
  public static final int NAME_CHARS_MAX = 128;

  /** Longest salt of a disclosure, in characters. */
  public static final int SALT_CHARS_MAX = 128;

  /** Largest disclosure document; the fields of the largest event fit in, in base64url. */
  public static final int DOCUMENT_BYTES_MAX = 1024 * 1024;

  /** Longest disclosure, in characters of base64url. */
  public static final int DISCLOSURE_CHARS_MAX = DOCUMENT_BYTES_MAX;

  private RedactionLimits() {}
}
