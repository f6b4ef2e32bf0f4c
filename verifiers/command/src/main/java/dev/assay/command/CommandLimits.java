package dev.assay.command;

import java.time.Duration;

/** The bounds of commands. */
final class CommandLimits {

  /** Commands that run at the same time unless configured otherwise. */
  static final int RUNNING_MAX = 4;

  /** Time of a run unless configured otherwise. */
  static final int TIMEOUT_SECONDS = 60;

  /** The longest time that can be configured, that of a request. */
  static final int TIMEOUT_SECONDS_MAX = 3_600;

  /** From the request to stop to the end by force. */
  static final Duration GRACE = Duration.ofSeconds(1);

  /** What is kept of a run's time to stop the command, read its answer and report. */
  static final Duration RESERVE = GRACE.plusSeconds(2);

  /** Bytes of standard error at which the command is stopped. */
  static final int ERROR_BYTES_MAX = 1024 * 1024;

  /** Bytes of standard error that the report's details keep. */
  static final int ERROR_BYTES_KEPT = 16 * 1024;

  /** Files of a command's directory, of which its version is made. */
  static final int PROGRAM_FILES_MAX = 2_000;

  /** Bytes of these files. */
  static final long PROGRAM_BYTES_MAX = 64L * 1024 * 1024;

  /** Hexadecimal digits of a version. */
  static final int VERSION_CHARS = 16;

  /** Bytes that are copied at once. */
  static final int CHUNK_BYTES = 64 * 1024;

  private CommandLimits() {}
}
