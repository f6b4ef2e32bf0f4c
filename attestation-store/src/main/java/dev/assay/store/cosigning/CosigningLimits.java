package dev.assay.store.cosigning;

import java.time.Duration;

/** The bounds of asking log witnesses, in one place. */
final class CosigningLimits {

  /** Between two looks for a checkpoint that is to be cosigned. */
  static final Duration PAUSE = Duration.ofMillis(500);

  /** Time for one request: looking up the name, connecting, the whole answer. */
  static final Duration TRY_TIME = Duration.ofSeconds(5);

  /** Requests to one witness about one checkpoint: the first may find that it has another size. */
  static final int REQUESTS_MAX = 3;

  /** How long a round waits for further witnesses when there is a quorum. */
  static final Duration AFTER_QUORUM = Duration.ofMillis(500);

  /** The longest round. */
  static final Duration ROUND = Duration.ofSeconds(6);

  /** Pause after the first failure; each further one is twice as long. */
  static final Duration BACKOFF_FIRST = Duration.ofSeconds(1);

  /** The longest pause. */
  static final Duration BACKOFF_MAX = Duration.ofMinutes(5);

  /** Longest answer of a witness, in bytes. */
  static final int ANSWER_BYTES_MAX = 64 << 10;

  /** How long closing waits for the round in work. */
  static final Duration CLOSE = Duration.ofSeconds(10);

  private CosigningLimits() {}
}
