package dev.assay.testreport;

import java.util.Locale;

/** How one test ended. */
enum Outcome {
  PASSED,
  FAILED,
  ERRORED,
  SKIPPED,
  /** Failed, then passed when it ran again. */
  FLAKY;

  boolean failing() {
    return this == FAILED || this == ERRORED;
  }

  String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
