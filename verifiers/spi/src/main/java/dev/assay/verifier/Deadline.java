package dev.assay.verifier;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When a run has to end, on a monotonic clock: the nanoseconds that are left of it, negative when
 * it is over. A verifier looks at it between its steps; the worker interrupts the run's thread as
 * well.
 */
public final class Deadline implements LongSupplier {

  private final LongSupplier nanosLeft;

  private Deadline(LongSupplier nanosLeft) {
    this.nanosLeft = nanosLeft;
  }

  /** The deadline {@code time} from now. */
  public static Deadline in(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return new Deadline(() -> end - System.nanoTime());
  }

  /** A deadline by another clock. */
  public static Deadline of(LongSupplier nanosLeft) {
    return new Deadline(nanosLeft);
  }

  @Override
  public long getAsLong() {
    return nanosLeft.getAsLong();
  }

  /** The time that is left; negative when it is over. */
  public Duration left() {
    return Duration.ofNanos(getAsLong());
  }

  /** Whether the run has to end: its time is used up, or its thread was interrupted. */
  public boolean isOver() {
    return isOver(nanosLeft);
  }

  /**
   * Ends the run when its time is over.
   *
   * @throws InterruptedException when {@link #isOver}; the thread's own mark is taken away
   */
  public void check() throws InterruptedException {
    check(nanosLeft);
  }

  /**
   * Whether a run has to end.
   *
   * @param nanosLeft such as {@link VerificationScope#deadline()}
   */
  public static boolean isOver(LongSupplier nanosLeft) {
    return nanosLeft.getAsLong() < 0 || Thread.currentThread().isInterrupted();
  }

  /**
   * Ends the run when its time is over; the thread's mark of an interrupt is taken away.
   *
   * @param nanosLeft such as {@link VerificationScope#deadline()}
   * @throws InterruptedException when {@link #isOver}
   */
  public static void check(LongSupplier nanosLeft) throws InterruptedException {
    if (isOver(nanosLeft)) {
      var _ = Thread.interrupted();
      throw new InterruptedException("the run's time is over");
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
