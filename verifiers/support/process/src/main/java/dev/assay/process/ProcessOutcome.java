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
    boolean groupGone) {}
