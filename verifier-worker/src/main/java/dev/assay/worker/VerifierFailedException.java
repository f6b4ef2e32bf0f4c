package dev.assay.worker;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A verifier ended with something that it may not throw; it is broken. */
final class VerifierFailedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int CLASS_CHARS_MAX = 120;
  private static final int CAUSES_MAX = 8;

  private final String detail;

  VerifierFailedException(Throwable thrown) {
    super(thrown);
    String name = thrown.getClass().getName();
    this.detail =
        "expected a finding of the verifier, found "
            + name.substring(0, Math.min(name.length(), CLASS_CHARS_MAX));
  }

  /**
   * {@code thrown} for a log: its classes and where they were thrown, without messages, which may
   * quote the artifact.
   */
  static Throwable withoutMessages(Throwable thrown) {
    Throwable shown = null;
    List<Throwable> causes = new ArrayList<>();
    for (Throwable each = thrown;
        each != null && causes.size() < CAUSES_MAX && !causes.contains(each);
        each = each.getCause()) {
      causes.add(each);
    }
    for (Throwable each : causes.reversed()) {
      Throwable plain = new Throwable(each.getClass().getName(), shown);
      plain.setStackTrace(each.getStackTrace());
      shown = plain;
    }
    return Objects.requireNonNull(shown);
  }

  /** What happened, with the class alone of what was thrown, whose message is untrusted. */
  String detail() {
    return detail;
  }
}
