package dev.assay.gate;

import java.time.Duration;

/** The bounds of the gate, in one place. */
final class GateLimits {

  /** Seconds that a decision may be waited for. */
  static final int WAIT_SECONDS_MAX = 300;

  /** Seconds that a decision is waited for unless the repository's file says otherwise. */
  static final int WAIT_SECONDS = 60;

  /** Time for everything but the wait for the decision. */
  static final Duration GRACE = Duration.ofSeconds(15);

  /**
   * How soon a store that does not show a decision yet is asked again; then after twice as long.
   */
  static final Duration EXPLANATION_PAUSE = Duration.ofMillis(10);

  /** Not doubled from here on. */
  static final Duration EXPLANATION_PAUSE_MAX = Duration.ofMillis(160);

  /** Time in which the repository is asked and evidence is gathered; less than a harness gives. */
  static final Duration GATHER_TIME = Duration.ofSeconds(12);

  /** The same of a job of continuous integration. */
  static final Duration JOB_GATHER_TIME = Duration.ofMinutes(2);

  /** Bytes of the repository's file. */
  static final int RULES_BYTES_MAX = 64 * 1024;

  /** Patterns that one with braces stands for. */
  static final int ALTERNATIVES_MAX = 64;

  /** Time of one call of git. */
  static final Duration GIT_TIME = Duration.ofSeconds(10);

  /** Bytes that git may list. */
  static final int GIT_BYTES_MAX = 8 << 20;

  /** Directories upwards in which the repository's file is looked for. */
  static final int PARENTS_MAX = 32;

  /** Rules for artifacts in the repository's file. */
  static final int RULES_MAX = 16;

  /** Bytes of a {@code package.json} that {@code init} looks at. */
  static final int MANIFEST_BYTES_MAX = 1 << 20;

  /** Directories of one directory in which {@code init} looks for packages. */
  static final int PACKAGE_DIRECTORIES_MAX = 256;

  /** Characters of a pattern. */
  static final int GLOB_CHARS_MAX = 256;

  /** Files and directories that the patterns are compared with. */
  static final int VISITED_MAX = 100_000;

  /** Directories below each other that patterns reach. */
  static final int DEPTH_MAX = 32;

  /** Files that the rules may gather together. */
  static final int GATHERED_MAX = 2_000;

  /** Files of one rule that are sent one by one; XML reports beyond are joined into one. */
  static final int FILES_APART_MAX = 8;

  /** Bytes of all gathered files. */
  static final long GATHERED_BYTES_MAX = 64L << 20;

  /** Files of a workspace. */
  static final int WORKSPACE_FILES_MAX = 20_000;

  /** Bytes of a workspace before compression. */
  static final long WORKSPACE_BYTES_MAX = 256L << 20;

  /** Bytes of a workspace as it is sent. */
  static final int ARCHIVE_BYTES_MAX = 64 << 20;

  /** Bytes of one session's tool calls. */
  static final int CALLS_BYTES_MAX = 1 << 20;

  /** Bytes of a transcript. */
  static final int TRANSCRIPT_BYTES_MAX = 8 << 20;

  /** Characters of the end of a path that is told. */
  static final int PATH_CHARS_MAX = 100;

  /** Sessions that are remembered; the one that is longest unused is forgotten first. */
  static final int SESSIONS_MAX = 1_000;

  /** Bytes of what is remembered of a session. */
  static final long MEMORY_BYTES_MAX = 4_096;

  /** Bytes of a harness's configuration. */
  static final long CONFIGURATION_BYTES_MAX = 1 << 20;

  /** Bytes of the event that a workflow was started by. */
  static final int EVENT_BYTES_MAX = 4 << 20;

  /** Bytes of an issuer's answer. */
  static final int TOKEN_BYTES_MAX = 64 << 10;

  /** Time of one call of an issuer. */
  static final Duration ISSUER_TIME = Duration.ofSeconds(10);

  /** Calls of an issuer that does not answer. */
  static final int ISSUER_TRIES_MAX = 3;

  private GateLimits() {}
}
