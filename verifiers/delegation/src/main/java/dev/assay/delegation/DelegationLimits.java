package dev.assay.delegation;

import dev.assay.starlark.StarlarkLimits;
import java.time.Duration;

/** The bounds of delegation verification, in one place. */
public final class DelegationLimits {

  /** Retries after the first attempt when a request does not say how many. */
  public static final int RETRIES_DEFAULT = 2;

  /** Most retries a request may ask for. */
  public static final int RETRIES_MAX = 100;

  /** Delegations inside delegations. */
  public static final int DEPTH_MAX = 3;

  /** Characters of one task. */
  public static final int TASK_CHARS_MAX = 1 << 20;

  /** Bytes of one line a delegate answers. */
  public static final int LINE_BYTES_MAX = 8 << 20;

  /** How long one attempt of a delegate may take. */
  public static final Duration ATTEMPT_TIME = Duration.ofMinutes(5);

  /** How long a delegate may take to read the line it is sent. */
  public static final Duration SEND_TIME = Duration.ofSeconds(30);

  /** Nesting of a delegate's JSON. */
  public static final int JSON_DEPTH_MAX = 64;

  /** Digits of one number in a delegate's JSON. */
  public static final int NUMBER_CHARS_MAX = 400;

  /** Bytes of one verifier script or hook file. */
  public static final int SCRIPT_BYTES_MAX = 256 << 10;

  /** Hooks of one delegation. */
  public static final int HOOKS_MAX = 100;

  /** Characters of one message or reason. */
  public static final int TEXT_CHARS_MAX = 1_000;

  /** Lines one evaluation may log and print together. */
  public static final int LOG_LINES_MAX = 200;

  /** What one evaluation of a verifier or hook may spend. */
  public static final StarlarkLimits EVALUATION =
      new StarlarkLimits(
          10_000_000, 128L << 20, 1_000, 65_536, Duration.ofSeconds(60), SCRIPT_BYTES_MAX, 100);

  /** How long one HTTP call may take, redirects included. */
  public static final int HTTP_SECONDS_MAX = 30;

  /** Bytes of one HTTP body. */
  public static final int HTTP_BODY_BYTES_MAX = 2 << 20;

  /** Redirects followed for one HTTP call. */
  public static final int HTTP_REDIRECTS_MAX = 5;

  /** HTTP calls of one evaluation. */
  public static final int HTTP_CALLS_MAX = 20;

  /** Bytes of one file a verifier reads. */
  public static final int FILE_BYTES_MAX = 4 << 20;

  /** Directory entries one listing or pattern looks at. */
  public static final int ENTRIES_MAX = 20_000;

  /** Directories inside directories that a pattern looks into. */
  public static final int GLOB_DEPTH_MAX = 64;

  /** Symbolic links followed for one path. */
  public static final int LINKS_MAX = 40;

  /** Parts of one path. */
  public static final int PATH_PARTS_MAX = 1_000;

  /** Characters of one regular expression. */
  public static final int PATTERN_CHARS_MAX = 1_000;

  private DelegationLimits() {}
}
