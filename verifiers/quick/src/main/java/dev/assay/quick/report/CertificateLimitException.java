package dev.assay.quick.report;

/** A certificate would hold a text that its schema does not allow. */
public final class CertificateLimitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CertificateLimitException(String message) {
    super(message);
  }
}
