package dev.assay.worker;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform threads of verifiers, which compute and read files for long and would keep the few
 * carriers of virtual threads from queues and servers. A run ends by its budget: it is interrupted,
 * and given up when that does not help.
 */
final class RunThreads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunThreads.class);

  /** What is run; its exceptions are those of {@link Run#of}. */
  @FunctionalInterface
  interface Work {
    Run.Finished run() throws IOException, InterruptedException;
  }

  private final RunLedger ledger;
  private final Runnable tooManyGivenUp;
  private final AtomicInteger givenUp = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("run-", 0).factory());
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("run-clock").factory());

  /**
   * Threads that are made when they are needed.
   *
   * @param tooManyGivenUp called when more than {@link WorkerLimits#GIVEN_UP_MAX} runs do not end
   */
  RunThreads(RunLedger ledger, Runnable tooManyGivenUp) {
    this.ledger = ledger;
    this.tooManyGivenUp = tooManyGivenUp;
  }

  /** A fast run; one that overruns its budget is interrupted, and so is the caller. */
  Run.Finished fast(FairGate.Pass pass, String subject, long budgetMillis, Work work)
      throws IOException, InterruptedException {
    Task task = begun(pass, subject, work);
    try {
      return task.result(budgetMillis);
    } catch (InterruptedException | TimeoutException e) {
      cutOff(task);
      throw interrupted("the run is over its time", e);
    }
  }

  /** A long run; null when it is over its budget and did not end with a finding right after. */
  Run.@Nullable Finished slow(FairGate.Pass pass, String subject, long budgetMillis, Work work)
      throws IOException, InterruptedException {
    Task task = begun(pass, subject, work);
    var settling =
        clock.schedule(task::settle, WorkerLimits.SETTLED.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return task.result(budgetMillis);
    } catch (TimeoutException e) {
      cutOff(task);
      return task.lastWord();
    } catch (InterruptedException e) {
      if (task.interruptedItself()) {
        return null;
      }
      cutOff(task);
      var _ = task.lastWord();
      throw e;
    } finally {
      settling.cancel(false);
    }
  }

  private Task begun(FairGate.Pass pass, String subject, Work work) throws InterruptedException {
    Task task = new Task(pass, subject, work);
    try {
      threads.execute(task);
      return task;
    } catch (RejectedExecutionException e) {
      pass.giveBack();
      throw interrupted("the worker stops", e);
    }
  }

  private void cutOff(Task task) {
    task.interrupt();
    try {
      var _ =
          clock.schedule(
              () -> giveUp(task), WorkerLimits.END_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.atDebug().setCause(e).log("the worker stops");
    }
  }

  private void giveUp(Task task) {
    if (task.giveUp()) {
      int now = givenUp.incrementAndGet();
      LOG.atWarn()
          .addKeyValue("subject", task.subject)
          .addKeyValue("given_up", now)
          .log("a run did not end when it was interrupted; its thread is given up");
      if (now > WorkerLimits.GIVEN_UP_MAX) {
        ledger.forgive();
        tooManyGivenUp.run();
      }
    }
  }

  private static InterruptedException interrupted(String why, Exception cause) {
    InterruptedException stopped = new InterruptedException(why);
    stopped.initCause(cause);
    return stopped;
  }

  private final class Task implements Runnable {

    private final FairGate.Pass pass;
    private final String subject;
    private final Work work;
    private final CompletableFuture<Run.Finished> finished = new CompletableFuture<>();
    private @Nullable Thread thread;
    private int slot;
    private boolean interrupted;
    private boolean ended;
    private boolean left;

    Task(FairGate.Pass pass, String subject, Work work) {
      this.pass = pass;
      this.subject = subject;
      this.work = work;
    }

    @Override
    public void run() {
      if (!begin()) {
        finished.completeExceptionally(new InterruptedException("cut off before it began"));
        return;
      }
      Run.Finished found = null;
      Throwable failure = null;
      try {
        found = work.run();
      } catch (IOException | InterruptedException | RuntimeException | Error e) {
        failure = e;
      }
      end();
      if (found == null) {
        finished.completeExceptionally(
            failure == null
                ? new IllegalStateException("expected a finding, found none")
                : failure);
      } else {
        finished.complete(found);
      }
    }

    private synchronized boolean begin() {
      if (interrupted) {
        pass.giveBack();
        ended = true;
        return false;
      }
      thread = Thread.currentThread();
      slot = ledger.begin(subject);
      return true;
    }

    private synchronized void end() {
      ended = true;
      ledger.end(slot, subject);
      pass.giveBack();
      if (left) {
        givenUp.decrementAndGet();
      }
      var _ = Thread.interrupted(); // meant for this run, not for the thread's next
    }

    synchronized void settle() {
      if (!ended && thread != null) {
        ledger.settled(slot);
        pass.settle();
      }
    }

    synchronized void interrupt() {
      interrupted = true;
      if (!ended && thread != null) {
        thread.interrupt();
      }
    }

    /** Whether it still runs; then nobody waits for it any longer. */
    synchronized boolean giveUp() {
      if (ended) {
        return false;
      }
      left = true;
      pass.giveBack();
      return true;
    }

    /** Whether the verifier saw the end of its budget before the clock did. */
    synchronized boolean interruptedItself() {
      return ended && !interrupted;
    }

    Run.Finished result(long millis) throws IOException, InterruptedException, TimeoutException {
      try {
        return finished.get(millis, TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        switch (cause) {
          case IOException failed -> throw failed;
          case InterruptedException over -> throw over;
          case RuntimeException broken -> throw broken;
          case null, default -> throw new VerifierFailedException(cause == null ? e : cause);
        }
      }
    }

    /** What it ends with after its interruption; null when that is no finding. */
    Run.@Nullable Finished lastWord() throws InterruptedException {
      try {
        return result(WorkerLimits.END_WAIT.toMillis());
      } catch (IOException | RuntimeException | TimeoutException e) {
        LOG.atDebug().setCause(VerifierFailedException.withoutMessages(e)).log("a run was cut off");
        return null;
      } catch (InterruptedException e) {
        if (!finished.isDone()) {
          throw e;
        }
        return null;
      }
    }
  }

  /** Interrupts what still runs and takes nothing more. */
  @Override
  public void close() {
    threads.shutdownNow();
    clock.shutdownNow();
  }
}
