package dev.assay.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run and the one who waits for it. It waits for its turn, is admitted, begins and ends; a
 * clock may end the wait at each step, whatever the verifier does.
 */
final class RunTask {

  private static final Logger LOG = LoggerFactory.getLogger(RunTask.class);

  /** What is run; its exceptions are those of {@link Run#of}. */
  @FunctionalInterface
  interface Work {
    Run.Finished run() throws IOException, InterruptedException;
  }

  private final RunLedger ledger;
  private final String subject;
  private final Work work;
  private final long budgetMillis;
  private final long madeNanos = System.nanoTime();
  private final CompletableFuture<Run.@Nullable Finished> finished = new CompletableFuture<>();
  private FairGate.@Nullable Turn turn;
  private FairGate.@Nullable Pass pass;
  private @Nullable Thread thread;
  private long begunNanos;
  private int slot;
  private boolean interrupted;
  private boolean ended;
  private boolean left;

  RunTask(RunLedger ledger, String subject, Work work, long budgetMillis) {
    this.ledger = ledger;
    this.subject = subject;
    this.work = work;
    this.budgetMillis = budgetMillis;
  }

  String subject() {
    return subject;
  }

  synchronized void waits(FairGate.Turn turn) {
    this.turn = turn;
  }

  synchronized void admitted(FairGate.Pass pass) {
    this.pass = pass;
  }

  /** Waits for its turn no longer; false when it has had it. */
  synchronized boolean withdraw() {
    return turn != null && turn.withdraw();
  }

  /** Whether it has had no turn in time, and now waits no longer. */
  boolean waitedTooLong(long nowNanos) {
    return nowNanos - madeNanos >= WorkerLimits.TURN_WAIT.toNanos() && withdraw();
  }

  /** Whether it runs on after the end of its budget and was not interrupted yet. */
  synchronized boolean overran(long nowNanos) {
    return thread != null
        && !ended
        && !interrupted
        && nowNanos - begunNanos >= TimeUnit.MILLISECONDS.toNanos(budgetMillis);
  }

  /** Who waits for it learns that it had no turn. */
  void hasNoTurn() {
    finished.complete(null);
  }

  /** Who waits for it learns of {@code failure}. */
  void fails(Throwable failure) {
    finished.completeExceptionally(failure);
  }

  /**
   * Runs it on this thread.
   *
   * @param giveBack takes the pass when the run has ended, before anybody learns what it found
   * @return whether it had been given up
   */
  boolean run(Consumer<FairGate.Pass> giveBack) {
    FairGate.Pass admitted = begin();
    if (admitted == null) {
      fails(new InterruptedException("cut off before it began"));
      return false;
    }
    Runnable tell;
    try {
      Run.Finished found = work.run();
      tell = () -> finished.complete(found);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      tell = () -> fails(e);
    }
    boolean wasLeft = end();
    giveBack.accept(admitted);
    tell.run();
    return wasLeft;
  }

  /** What it may run by; null when it was cut off before. */
  private synchronized FairGate.@Nullable Pass begin() {
    if (interrupted || pass == null) {
      ended = true;
      giveBack();
      return null;
    }
    thread = Thread.currentThread();
    begunNanos = System.nanoTime();
    slot = ledger.begin(subject);
    return pass;
  }

  private synchronized boolean end() {
    ended = true;
    ledger.end(slot, subject);
    var _ = Thread.interrupted(); // meant for this run, not for the thread's next
    return left;
  }

  private void giveBack() {
    if (pass != null) {
      pass.giveBack();
    }
  }

  synchronized void settle() {
    if (!ended && thread != null && pass != null) {
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
    giveBack();
    return true;
  }

  /** Whether the verifier saw the end of its budget before the clock did. */
  synchronized boolean interruptedItself() {
    return ended && !interrupted;
  }

  /** What it found; null when it had no turn. */
  Run.@Nullable Finished result() throws IOException, InterruptedException, TimeoutException {
    try {
      return finished.get();
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  /** What it finds within {@code wait}. */
  Run.@Nullable Finished result(Duration wait)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return finished.get(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(e);
    }
  }

  private static RuntimeException failed(ExecutionException e)
      throws IOException, InterruptedException, TimeoutException {
    Throwable cause = e.getCause();
    return switch (cause) {
      case IOException failed -> throw failed;
      case InterruptedException over -> throw over;
      case TimeoutException over -> throw over;
      case RuntimeException broken -> broken;
      case null, default -> new VerifierFailedException(cause == null ? e : cause);
    };
  }

  /** What it ends with after its interruption; null when that is no finding. */
  Run.@Nullable Finished lastWord() throws InterruptedException {
    try {
      return result(WorkerLimits.END_WAIT);
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
