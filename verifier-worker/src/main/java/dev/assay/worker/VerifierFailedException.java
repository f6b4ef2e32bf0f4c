package dev.assay.worker;

import java.io.Serial;

/** A verifier ended with something that it may not throw; it is broken. */
final class VerifierFailedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int CLASS_CHARS_MAX = 120;

  private final String detail;

  VerifierFailedException(Throwable thrown) {
    super(thrown);
    String name = thrown.getClass().getName();
    this.detail =
        "expected a finding of the verifier, found "
            + name.substring(0, Math.min(name.length(), CLASS_CHARS_MAX));
  }

  /** What happened, with the class alone of what was thrown, whose message is untrusted. */
  String detail() {
    return detail;
  }
}
