package dev.assay.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Everything observed about one run.
 *
 * @param end how the first process ended
 * @param stop why the supervisor ended it, if it did
 * @param duration from just before the spawn until the last process was gone
 * @param outputBytes bytes the group wrote, kept or not
 * @param outputError what went wrong while keeping the output, if anything did
 * @param exactStatus whether exit code and signal are known apart; false only inside a sandbox that
 *     reports a signal as exit code 128 + n
 * @param groupGone whether every process of the group (or of the sandbox) was seen to be gone
 */
public record ProcessOutcome(
    ProcessEnd end,
    StopReason stop,
    Duration duration,
    long outputBytes,
    @Nullable String outputError,
    boolean exactStatus,
    boolean groupGone) {

  /** Why the supervisor ended a run, if it did. */
  public enum StopReason {
    /** The process ended by itself. */
    NONE,
    /** The timeout passed. */
    TIMEOUT,
    /** A {@link Cancellation} was requested, or the waiting thread was interrupted. */
    CANCELLED
  }

  /** How the first process of a group ended. */
  public sealed interface ProcessEnd {

    /**
     * It called exit: {@code code} is 0 to 255, so an exit with 137 is told apart from a SIGKILL.
     */
    record Exited(int code) implements ProcessEnd {}

    /** A signal ended it; {@code signal} is a name such as {@code SIGKILL}. */
    record Signalled(String signal) implements ProcessEnd {}

    /** It never ran; {@code reason} says what was tried and what the system answered. */
    record NotStarted(String reason) implements ProcessEnd {}
  }
}
