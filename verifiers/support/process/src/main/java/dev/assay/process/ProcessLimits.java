package dev.assay.process;

import java.time.Duration;

/** The bounds of process control, in one place. */
public final class ProcessLimits {

  /** Time between SIGINT and SIGKILL for a group that does not go away by itself. */
  public static final Duration GRACE = Duration.ofSeconds(3);

  /** Longest time between a cancellation and the moment the supervisor sees it. */
  static final int POLL_SLICE_MILLIS = 20;

  /** The same where the kernel has no pidfd and the end of a process must be polled for. */
  static final int POLL_SLICE_WITHOUT_PIDFD_MILLIS = 2;

  /** How long killed processes may take to disappear before they are reported as survivors. */
  static final Duration SWEEP_WAIT = Duration.ofSeconds(2);

  /** How long output that is already in the pipe is read after the last process ended. */
  static final Duration DRAIN_WAIT = Duration.ofSeconds(2);

  /** How long the end of a command that stopped talking is waited for, to tell how it ended. */
  static final Duration FATE_WAIT = Duration.ofMillis(500);

  /** Size of one read from the output pipe. */
  static final int READ_BYTES = 64 * 1024;

  /** Most text accepted from a sandbox's status pipe; the rest is ignored. */
  static final int CONTROL_BYTES_MAX = 8 * 1024;

  /** Longest wait for the probe that decides whether bubblewrap works on this host. */
  static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);

  /** Open files of an isolated process. */
  static final int SANDBOX_OPEN_FILES_MAX = 4_096;

  /** Processes and threads of the isolated process's user; the kernel does not hold root to it. */
  static final int SANDBOX_PROCESSES_MAX = 4_096;

  /** Size of one file an isolated process may write, in blocks of 512 bytes: 4 GiB. */
  static final int SANDBOX_FILE_BLOCKS_MAX = 8 * 1024 * 1024;

  /** Size of the private {@code /tmp} of a bubblewrap sandbox. */
  static final long SANDBOX_TMP_BYTES_MAX = 256L * 1024 * 1024;

  /** Arguments plus environment of one command, in bytes; the kernel's own limit is near 2 MiB. */
  static final int ARGUMENT_BYTES_MAX = 1024 * 1024;

  private ProcessLimits() {}
}
