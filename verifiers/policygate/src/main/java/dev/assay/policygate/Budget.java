package dev.assay.policygate;

import java.util.function.LongSupplier;

/** The run's deadline. */
final class Budget {

  private Budget() {}

  /** Ends the run when its budget is over. */
  static void check(LongSupplier nanosLeft) throws InterruptedException {
    if (nanosLeft.getAsLong() < 0 || Thread.currentThread().isInterrupted()) {
      throw new InterruptedException("the run's budget is over");
    }
  }
}
