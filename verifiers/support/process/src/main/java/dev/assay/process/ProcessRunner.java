package dev.assay.process;

import dev.assay.process.IsolationRequest.Isolation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, at most so many at a time; safe to share between any number of virtual threads.
 *
 * <p>Each run has a platform thread of its own, because it waits inside the kernel and because a
 * sandbox lives only as long as the thread that started it.
 */
public final class ProcessRunner {

  private final Semaphore places;

  /**
   * A runner.
   *
   * @param runningMax commands that run at the same time; further callers wait their turn
   */
  public ProcessRunner(int runningMax) {
    places = new Semaphore(runningMax, true);
  }

  /**
   * Runs {@code command} to its end, however it ends. The timeout counts from the spawn, not from
   * the wait for a free place.
   *
   * @throws InterruptedException when the calling thread is interrupted; the command has been
   *     stopped and swept by then
   */
  public ProcessOutcome run(
      Command command, RunRules rules, OutputSink sink, Cancellation cancellation)
      throws InterruptedException {
    return run(command, rules, sink, null, cancellation);
  }

  /**
   * The same with standard error apart from standard output.
   *
   * @param errors where standard error goes; null for where standard output goes
   */
  public ProcessOutcome run(
      Command command,
      RunRules rules,
      OutputSink sink,
      @Nullable OutputSink errors,
      Cancellation cancellation)
      throws InterruptedException {
    places.acquire();
    try {
      return onOwnThread(
          () -> new Supervision(command, rules, sink, errors, cancellation).run(), cancellation);
    } finally {
      places.release();
    }
  }

  private static ProcessOutcome onOwnThread(
      Callable<ProcessOutcome> work, Cancellation cancellation) throws InterruptedException {
    FutureTask<ProcessOutcome> task = new FutureTask<>(work);
    var _ = Thread.ofPlatform().name("process-run").daemon().start(task);
    boolean interrupted = false;
    while (!task.isDone()) {
      try {
        var _ = task.get();
      } catch (InterruptedException _) {
        interrupted = true;
        cancellation.request();
      } catch (ExecutionException _) {
        break; // told below
      }
    }
    if (interrupted) {
      throw new InterruptedException("interrupted while a command ran; it was stopped");
    }
    return switch (task.state()) {
      case SUCCESS -> task.resultNow();
      case FAILED, CANCELLED, RUNNING ->
          throw new IllegalStateException(
              "the supervision of a command failed", task.exceptionNow());
    };
  }

  /**
   * How a command may run.
   *
   * @param isolation what must be in force; check {@link IsolationRequest#ask} first
   * @param timeout after which the group is stopped
   * @param grace between SIGINT and SIGKILL; ends early once the group is gone
   */
  public record RunRules(Isolation isolation, Duration timeout, Duration grace) {}

  /** Where a process's standard output and standard error go, interleaved as they were written. */
  @FunctionalInterface
  public interface OutputSink {

    /** Drops everything. */
    OutputSink NOWHERE = _ -> {};

    /**
     * Takes the next bytes; the buffer is reused after the call returns.
     *
     * @throws IOException when the bytes could not be kept; the run goes on and its outcome says so
     */
    void accept(ByteBuffer bytes) throws IOException;
  }
}
