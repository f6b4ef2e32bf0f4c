package dev.assay.agencyverify.agency;

import java.time.Duration;

/** The bounds of the agency commands, in one place. */
public final class AgencyLimits {

  /** Timeout of a verify script when neither the command nor agency.json names one. */
  public static final Duration TIMEOUT_DEFAULT = Duration.ofMinutes(30);

  /** Shortest timeout agency.json may set; the command line may go below. */
  static final Duration CONFIGURED_TIMEOUT_MIN = Duration.ofMinutes(1);

  /** Longest timeout agency.json may set. */
  static final Duration CONFIGURED_TIMEOUT_MAX = Duration.ofHours(24);

  /** Size of verify.json, whose {@code data} is only passed over. */
  static final int VERIFY_JSON_BYTES_MAX = 16 * 1024 * 1024;

  /** Nesting of verify.json. */
  static final int VERIFY_JSON_DEPTH_MAX = 100_000;

  /** Size of any other JSON document that is read: meta.json, agency.json, the lock. */
  static final int DOCUMENT_BYTES_MAX = 1024 * 1024;

  /** Nesting of any other JSON document that is read. */
  static final int DOCUMENT_DEPTH_MAX = 200;

  /** Output bytes kept from the start of a script's log. */
  public static final long LOG_HEAD_BYTES_MAX = 8L * 1024 * 1024;

  /** Output bytes kept from the end of a script's log. */
  public static final int LOG_TAIL_BYTES_MAX = 2 * 1024 * 1024;

  /** Runs looked at in one data directory. */
  static final int RUNS_MAX = 100_000;

  /** Runs named in an error message about an ambiguous reference. */
  static final int CANDIDATES_SHOWN_MAX = 5;

  /** Attempts to take a repository lock while stale ones are cleared away. */
  static final int LOCK_ATTEMPTS_MAX = 3;

  /** Age from which a lock file that cannot be read is taken for an abandoned one. */
  static final Duration UNREADABLE_LOCK_AGE_MAX = Duration.ofHours(2);

  /** Age from which an unfinished lock file can belong to nobody who still works on it. */
  static final Duration LEFTOVER_AGE_MIN = Duration.ofMinutes(1);

  /** Longest answer accepted from git. */
  static final int GIT_OUTPUT_BYTES_MAX = 16 * 1024;

  /** Longest wait for git. */
  static final Duration GIT_TIMEOUT = Duration.ofSeconds(10);

  private AgencyLimits() {}
}
