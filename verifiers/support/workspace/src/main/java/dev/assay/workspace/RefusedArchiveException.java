package dev.assay.workspace;

/** Unwinds an extraction to the place that turns it into {@link Extraction.Refused}. */
final class RefusedArchiveException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  RefusedArchiveException(Refusal refusal, String detail) {
    super(detail, null, false, false);
    this.refusal = refusal;
  }

  static RefusedArchiveException malformed(String found) {
    return new RefusedArchiveException(
        Refusal.MALFORMED, "expected a whole, plain archive, found " + found);
  }

  Refusal refusal() {
    return refusal;
  }
}
