package dev.assay.provenance;

/** What is read of a document and kept of it. */
final class ProvenanceLimits {

  /** Bytes of a provenance document. */
  static final int DOCUMENT_BYTES_MAX = 2 * 1024 * 1024;

  /** Envelopes and bundles in one document, one on each line. */
  static final int STATEMENTS_MAX = 64;

  /** Subjects of one statement. */
  static final int SUBJECTS_MAX = 1_024;

  /** Things that a statement names as what it was made from. */
  static final int MATERIALS_MAX = 1_024;

  /** Keys, or identities, that a policy trusts. */
  static final int TRUSTED_MAX = 32;

  /** Characters of a name, a pattern or a text of a certificate. */
  static final int NAME_CHARS_MAX = 256;

  /** Trusted root files of a worker. */
  static final int ROOTS_MAX = 8;

  /** Bytes of a trusted root file. */
  static final int ROOT_BYTES_MAX = 1024 * 1024;

  /** The least bits of an RSA key. */
  static final int RSA_BITS_MIN = 2_048;

  /** The most bits of an RSA key in a certificate that comes with a bundle. */
  static final int RSA_BITS_MAX = 4_096;

  /** Certificates of one bundle. */
  static final int CERTIFICATES_MAX = 8;

  /** Characters of a digest that tell one set of roots from another. */
  static final int DIGEST_CHARS = 12;

  private ProvenanceLimits() {}
}
