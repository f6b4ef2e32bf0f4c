package dev.assay.reexecution;

import java.time.Duration;

/** The bounds of re-execution. */
final class ReexecutionLimits {

  /** Commands of one worker. */
  static final int COMMANDS_MAX = 64;

  /** Arguments, patterns, overlays, directories or variables of one command, each. */
  static final int ENTRIES_MAX = 64;

  /** Characters of one path pattern. */
  static final int PATTERN_CHARS_MAX = 200;

  /** Commands that run at the same time unless configured otherwise. */
  static final int RUNNING_MAX = 2;

  /** Time of a run unless configured otherwise. */
  static final int TIMEOUT_SECONDS = 600;

  /** The longest time that can be configured, that of a request. */
  static final int TIMEOUT_SECONDS_MAX = 3_600;

  /** How often tests that may be flaky are run again unless configured otherwise. */
  static final int REPEATS = 10;

  /** Tests that a run executes at least unless configured otherwise. */
  static final int TESTS_MIN = 1;

  /** The most repetitions that can be configured. */
  static final int REPEATS_MAX = 100;

  /** Tests that are asked for by name in one run. */
  static final int TESTS_ALONE_MAX = 50;

  /** From the request to stop to the end by force. */
  static final Duration GRACE = Duration.ofSeconds(1);

  /** What is kept of a request's time to stop the command, read its reports and answer. */
  static final Duration RESERVE = GRACE.plusSeconds(4);

  /** Output bytes kept from the start of a run. */
  static final long LOG_HEAD_BYTES_MAX = 8L << 20;

  /** Output bytes kept from the end of a run. */
  static final int LOG_TAIL_BYTES_MAX = 2 << 20;

  /** Bytes of the log's end that a report cites. */
  static final long CITED_BYTES_MAX = 4 * 1024;

  /** Report files of one run. */
  static final int REPORT_FILES_MAX = 2_000;

  /** Bytes of the report files of one run together. */
  static final long REPORT_BYTES_MAX = 256L << 20;

  /** Directories inside directories that are looked into. */
  static final int TREE_DEPTH_MAX = 100;

  /** Files of a trusted source. */
  static final int TRUSTED_FILES_MAX = 200_000;

  /** Files that are laid over a workspace or compared with it. */
  static final int TRUSTED_FILES_USED_MAX = 20_000;

  /** Bytes of these files. */
  static final long TRUSTED_BYTES_MAX = 1L << 30;

  /** Bytes of what git lists of a commit. */
  static final int GIT_LIST_BYTES_MAX = 64 << 20;

  /** The longest wait for one call of git. */
  static final Duration GIT_TIMEOUT = Duration.ofSeconds(60);

  /** Names of tests or files that the report's details list, of each kind. */
  static final int NAMES_LISTED_MAX = 200;

  /** Characters of each of these names. */
  static final int NAME_CHARS_MAX = 200;

  /** Paths of protected files that the report itself names. */
  static final int PATHS_SHOWN_MAX = 3;

  /** Characters of each of these paths. */
  static final int PATH_SHOWN_CHARS_MAX = 40;

  /** Hexadecimal digits of a digest where it stands for a path or a version. */
  static final int DIGEST_CHARS = 12;

  private ReexecutionLimits() {}
}
