package dev.assay.testreport;

import java.util.Locale;

/** Tests by how they ended. */
final class Counts {

  private long passed;
  private long failed;
  private long errored;
  private long skipped;
  private long flaky;

  void add(Outcome outcome) {
    add(outcome, 1);
  }

  void add(Outcome outcome, long count) {
    switch (outcome) {
      case PASSED -> passed += count;
      case FAILED -> failed += count;
      case ERRORED -> errored += count;
      case SKIPPED -> skipped += count;
      case FLAKY -> flaky += count;
    }
  }

  void addAll(Counts other) {
    for (Outcome outcome : Outcome.values()) {
      add(outcome, other.of(outcome));
    }
  }

  long of(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> passed;
      case FAILED -> failed;
      case ERRORED -> errored;
      case SKIPPED -> skipped;
      case FLAKY -> flaky;
    };
  }

  long failing() {
    return failed + errored;
  }

  /** Tests that failed, whatever came of them when they ran again. */
  long failedOnce() {
    return failing() + flaky;
  }

  long executed() {
    return passed + failedOnce();
  }

  long total() {
    return executed() + skipped;
  }

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

    /** Whether it failed, whatever came of it when it ran again. */
    boolean failedOnce() {
      return failing() || this == FLAKY;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
