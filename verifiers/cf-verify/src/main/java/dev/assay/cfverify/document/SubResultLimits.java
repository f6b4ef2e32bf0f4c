package dev.assay.cfverify.document;

/** Bounds on the document itself; one beyond them is invalid input. */
public final class SubResultLimits {

  /** Bytes of a sub-result, as a file or inline. */
  public static final int DOCUMENT_BYTES_MAX = 16 << 20;

  /** Nesting of arrays and objects. */
  static final int DEPTH_MAX = 100;

  /** Characters of one number. */
  static final int NUMBER_CHARS_MAX = 400;

  private SubResultLimits() {}
}
