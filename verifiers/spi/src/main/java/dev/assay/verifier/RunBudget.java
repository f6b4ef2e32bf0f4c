package dev.assay.verifier;

import java.util.function.LongSupplier;

/** The time of a run, which a verifier looks at between its steps. */
public final class RunBudget {

  private RunBudget() {}

  /**
   * Whether the run has to end: its time is used up, or its thread was interrupted.
   *
   * @param nanosLeft {@link VerificationScope#nanosLeft()}
   */
  public static boolean isOver(LongSupplier nanosLeft) {
    return nanosLeft.getAsLong() < 0 || Thread.currentThread().isInterrupted();
  }

  /**
   * Ends the run when its budget is over; the thread's mark of an interrupt is taken away.
   *
   * @param nanosLeft {@link VerificationScope#nanosLeft()}
   * @throws InterruptedException when {@link #isOver}
   */
  public static void check(LongSupplier nanosLeft) throws InterruptedException {
    if (isOver(nanosLeft)) {
      var _ = Thread.interrupted();
      throw new InterruptedException("the run's budget is over");
    }
  }

  /** The interruption that {@code cause} was a sign of; the thread's own mark is taken away. */
  public static InterruptedException interrupted(Throwable cause) {
    var _ = Thread.interrupted();
    InterruptedException stopped = new InterruptedException("the run was stopped");
    stopped.initCause(cause);
    return stopped;
  }
}
