package dev.assay.agencyverify.agency;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the record of a finished script. */
final class Recording {

  private Recording() {}

  /** The record of {@code result}, with what the script said in verify.json. */
  static VerifyRecord of(ScriptRun.Order order, ScriptRun.Result result) {
    VerifyJson said = VerifyJson.read(order.worktree());
    StopReason stop = result.outcome().stop();
    boolean timedOut = stop == StopReason.TIMEOUT;
    boolean cancelled = stop == StopReason.CANCELLED;
    Ending ending = Ending.of(result.outcome().end(), stop);
    return new VerifyRecord(
        order.run().repoId(),
        order.run().runId(),
        order.script(),
        Timestamps.nanos(result.startedAt()),
        Timestamps.nanos(result.finishedAt()),
        Math.max(0, Duration.between(result.startedAt(), result.finishedAt()).toMillis()),
        order.timeout().toMillis(),
        timedOut,
        cancelled,
        ending.exitCode(),
        ending.signal(),
        firstProblem(ending, result, said),
        VerifyRecord.ok(timedOut, cancelled, ending.exitCode(), said),
        said instanceof VerifyJson.Absent ? null : VerifyJson.path(order.worktree()).toString(),
        order.run().log().toString(),
        VerifyRecord.summary(timedOut, cancelled, ending.exitCode(), said));
  }

  private static @Nullable String firstProblem(
      Ending ending, ScriptRun.Result result, VerifyJson said) {
    if (ending.error() != null) {
      return ending.error();
    }
    if (result.runnerProblem() != null) {
      return result.runnerProblem();
    }
    if (!result.outcome().groupGone()) {
      return "a process of the script could not be killed";
    }
    return said instanceof VerifyJson.Invalid(String problem) ? problem : null;
  }

  /**
   * The record's exit code, signal and error. A script that agency stopped has no exit code of its
   * own to go by, whatever it answered to the interrupt: its signal is the last step of the stop.
   */
  private record Ending(
      @Nullable Integer exitCode, @Nullable String signal, @Nullable String error) {

    static Ending of(ProcessEnd end, StopReason stop) {
      if (stop != StopReason.NONE) {
        return new Ending(null, "SIGKILL", null);
      }
      return switch (end) {
        case ProcessEnd.Exited(int code) -> new Ending(code, null, null);
        case ProcessEnd.Signalled(String signal) -> new Ending(null, signal, null);
        case ProcessEnd.NotStarted(String reason) -> new Ending(null, null, reason);
      };
    }
  }
}
