package dev.assay.quick.ingest;

/** The input asks for more memory than one run may use. */
public final class IngestLimitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IngestLimitException(String message) {
    super(message);
  }
}
