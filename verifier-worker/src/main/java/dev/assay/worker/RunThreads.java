package dev.assay.worker;

import dev.assay.schemas.message.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * carriers of virtual threads from queues and servers. A thread whose run has ended goes on with
 * the one that this lets in. A run ends by its budget: it is interrupted, and given up when that
 * does not help.
 */
final class RunThreads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunThreads.class);

  /** What runs on a thread of runs. */
  private static final ThreadLocal<@Nullable Runner> HERE = new ThreadLocal<>();

  private final FairGate gate;
  private final RunLedger ledger;
  private final Runnable tooManyGivenUp;
  private final AtomicInteger givenUp = new AtomicInteger();

  /** Fast runs that somebody waits for; one clock for all costs less than a timer for each. */
  private final Set<RunTask> fast = ConcurrentHashMap.newKeySet();

  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("run-", 0).factory());
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("run-clock").factory());

  /**
   * Threads that are made when they are needed.
   *
   * @param gate says which fast runs may begin
   * @param tooManyGivenUp called when more than {@link WorkerLimits#GIVEN_UP_MAX} runs do not end
   */
  RunThreads(FairGate gate, RunLedger ledger, Runnable tooManyGivenUp) {
    this.gate = gate;
    this.ledger = ledger;
    this.tooManyGivenUp = tooManyGivenUp;
    long every = WorkerLimits.FAST_LOOK_EVERY.toMillis();
    var _ = clock.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    for (RunTask task : fast) {
      if (task.overran(now)) {
        cutOff(task);
        task.fails(new TimeoutException());
      } else if (task.waitedTooLong(now)) {
        task.hasNoTurn();
      }
    }
  }

  /**
   * A fast run in the turn of {@code sender}; one that overruns its budget is interrupted, and so
   * is the caller.
   *
   * @return null when it had no turn within {@link WorkerLimits#TURN_WAIT}
   */
  Run.@Nullable Finished fast(String sender, String subject, long budgetMillis, RunTask.Work work)
      throws IOException, InterruptedException {
    RunTask task = new RunTask(ledger, subject, work, budgetMillis);
    fast.add(task);
    try {
      task.waits(gate.fast(sender, pass -> start(task, pass)));
      return task.result();
    } catch (TimeoutException e) {
      throw interrupted("the run is over its time", e);
    } catch (InterruptedException e) {
      if (!task.withdraw()) {
        cutOff(task);
      }
      throw e;
    } finally {
      fast.remove(task);
    }
  }

  /**
   * A long run; null when it is over its budget and did not end with a finding right after. A pass
   * does not count then: who is interrupted may not have looked at everything.
   */
  Run.@Nullable Finished slow(
      FairGate.Pass pass, String subject, long budgetMillis, RunTask.Work work)
      throws IOException, InterruptedException {
    RunTask task = new RunTask(ledger, subject, work, budgetMillis);
    start(task, pass);
    var settling =
        clock.schedule(task::settle, WorkerLimits.SETTLED.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return task.result(Duration.ofMillis(budgetMillis));
    } catch (TimeoutException e) {
      cutOff(task);
      Run.Finished last = task.lastWord();
      return last == null || last.report().result() == Result.PASS ? null : last;
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

  /** Has {@code task} begin, on the calling thread when that ends a run and has no next. */
  private void start(RunTask task, FairGate.Pass pass) {
    task.admitted(pass);
    Runner runner = HERE.get();
    if (runner != null && runner.ending && runner.next == null) {
      runner.next = task;
      return;
    }
    try {
      threads.execute(new Runner(task));
    } catch (RejectedExecutionException e) {
      pass.giveBack();
      task.fails(interrupted("the worker stops", e));
    }
  }

  private void cutOff(RunTask task) {
    task.interrupt();
    try {
      var _ =
          clock.schedule(
              () -> giveUp(task), WorkerLimits.END_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.atDebug().setCause(e).log("the worker stops");
    }
  }

  private void giveUp(RunTask task) {
    if (task.giveUp()) {
      int now = givenUp.incrementAndGet();
      LOG.atWarn()
          .addKeyValue("subject", task.subject())
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

  /** Runs a task on its thread, and then each that the end of the one before lets in. */
  private final class Runner implements Runnable {

    private @Nullable RunTask next;
    private boolean ending;

    Runner(RunTask first) {
      this.next = first;
    }

    @Override
    public void run() {
      HERE.set(this);
      try {
        for (RunTask task = next; task != null; task = next) {
          next = null;
          if (task.run(this::end)) {
            givenUp.decrementAndGet();
          }
        }
      } finally {
        HERE.remove();
      }
    }

    /** Gives the pass back, which may let in what this thread runs next. */
    private void end(FairGate.Pass pass) {
      ending = true;
      pass.giveBack();
      ending = false;
    }
  }

  /** Interrupts what still runs and takes nothing more. */
  @Override
  public void close() {
    threads.shutdownNow();
    clock.shutdownNow();
  }
}
