package dev.assay.runtime.kafka;

import java.time.Duration;

/** The bounds of what watches over consumers. */
final class RuntimeLimits {

  /** How often the lag of a group is measured: two requests to the broker. */
  static final Duration MEASURED_EVERY = Duration.ofSeconds(2);

  /** A partition with records waiting that gets nowhere for so long is stuck. */
  static final Duration STUCK_AFTER = Duration.ofSeconds(30);

  /** How often a catch-up is logged. */
  static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  /** How long a measurement may take. */
  static final Duration ANSWER_WAIT_MAX = Duration.ofSeconds(5);

  private RuntimeLimits() {}
}
