package dev.assay.director;

import java.time.Duration;
import java.util.stream.IntStream;

/** The bounds of the director. */
final class DirectorLimits {

  /**
   * Bytes of one record of the changelog. A value of a work item's state needs a fraction of it:
   * what is accepted is bounded, and no value holds more than one execution, report or fact. States
   * that were stored whole needed all of it.
   */
  static final int RECORD_BYTES_MAX = 8 * 1024 * 1024 + 64 * 1024;

  /** Bytes of one message to another topic; with key and framing within Kafka's own bound. */
  static final int MESSAGE_BYTES_MAX = 1_000_000;

  /** Bytes of stored values that wait for reports and that a task of the director keeps decoded. */
  static final int RECENT_BYTES_MAX = 2 * 1024 * 1024;

  /**
   * How often the director writes down how far it is; each time it waits for what it has sent. What
   * came since is read again after a kill.
   */
  static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

  /**
   * How long a stream thread that was replaced, or a director that was killed and does not come
   * back, keeps its partitions. The consumer of a thread has a name of its own in its group, which
   * it keeps when it ends, and the thread that replaces it has another one.
   */
  static final Duration MEMBER_SILENCE_MAX = Duration.ofSeconds(10);

  /** How often deadlines of questions are looked at. */
  static final Duration DEADLINES_EVERY = Duration.ofSeconds(5);

  /**
   * How long an execution waits for a model's suggestion. Whoever asks the model answers for it
   * after 10 minutes at the latest, so that after this time nobody asks it any more.
   */
  static final Duration SUGGESTION_WAIT_MAX = Duration.ofMinutes(15);

  /**
   * Stored values that are looked at at once for executions that wait for reports: some 5 ms every
   * 5 s, in which a million work items have their turn within hours.
   */
  static final int ENTRIES_AT_ONCE_MAX = 2_000;

  /** Deadlines that are told at once. */
  static final int EXPIRED_AT_ONCE_MAX = 1_000;

  /**
   * Work items whose reports wait too long for their executions that are told at once: as many as
   * the director can take in until it looks again, so that none pile up.
   */
  static final int UNCLAIMED_AT_ONCE_MAX = 10_000;

  /** Times of one input that are counted apart; the target is 5 ms for 99 of 100. */
  static final Duration[] inputTimes() {
    return IntStream.of(250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000)
        .mapToObj(micros -> Duration.ofNanos(micros * 1_000L))
        .toArray(Duration[]::new);
  }

  private DirectorLimits() {}
}
