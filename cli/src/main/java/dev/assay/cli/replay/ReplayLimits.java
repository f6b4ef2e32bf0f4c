package dev.assay.cli.replay;

import java.time.Duration;

/** The bounds of a replay and of an export. */
final class ReplayLimits {

  /** Differences that are listed; all are counted. */
  static final int DIFFERENCES_MAX = 100;

  /** Steps that the search for the order of one work item's records may take beyond one each. */
  static final int SEARCH_STEPS_MAX = 5_000;

  /** Such steps of all work items together. */
  static final long SEARCH_STEPS_ALL_MAX = 500_000;

  /** Wait until a running system has taken what is on its topics. */
  static final Duration QUIET_WAIT_MAX = Duration.ofSeconds(15);

  /** Pause between two looks at a running system. */
  static final Duration QUIET_PAUSE = Duration.ofMillis(250);

  /** Wait for an answer of the cluster. */
  static final Duration ANSWER_WAIT_MAX = Duration.ofSeconds(30);

  /** One poll. */
  static final Duration POLL_WAIT = Duration.ofMillis(500);

  /** Bytes of one line of an export. */
  static final int LINE_BYTES_MAX = 24 * 1024 * 1024;

  /** Bytes of an export's manifest. */
  static final int MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

  /** Partitions of one topic in an export. */
  static final int PARTITIONS_MAX = 10_000;

  /** Log entries that are read at once. */
  static final int LOG_PAGE = 1_000;

  /** Bytes of a stored report, and of an artifact that an export copies. */
  static final long ARTIFACT_BYTES_MAX = 4L * 1024 * 1024 * 1024;

  /** Budget of one rerun of a verifier. */
  static final long RERUN_MILLIS_MAX = 120_000;

  /** Characters of what is shown of a value that a record holds. */
  static final int SHOWN_CHARS_MAX = 200;

  /** Time between two lines of progress. */
  static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  private ReplayLimits() {}
}
