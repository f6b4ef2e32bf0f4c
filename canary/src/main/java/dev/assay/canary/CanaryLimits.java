package dev.assay.canary;

import java.time.Duration;

/** The bounds of the canaries. */
final class CanaryLimits {

  /** Canaries whose report has not come; older ones are given up first. */
  static final int PENDING_MAX = 5_000;

  /** How long a report is waited for. */
  static final Duration PENDING_TIME_MAX = Duration.ofHours(1);

  /** Trials of one side at which both counts are halved, so that the rates follow changes. */
  static final int TRIALS_MAX = 2_048;

  /** Share of the intervals that may miss the true rate. */
  static final double ERROR_RATE = 0.05;

  /** Records of each partition's end of the rates topic that are read at the start. */
  static final long RATE_RECORDS_MAX = 100_000;

  /**
   * The wait before the first round where the interval is longer: some canaries start processes,
   * which should not take the processor from a host that is starting.
   */
  static final Duration FIRST_AFTER = Duration.ofSeconds(10);

  private CanaryLimits() {}
}
