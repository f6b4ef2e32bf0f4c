package dev.assay.worker;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts the thread that made it when its time is over. Once closed it never interrupts, and
 * its own interrupt is gone, so that what follows a run that was cut off is not cut off, too.
 */
final class Deadline implements AutoCloseable {

  private final Thread runner = Thread.currentThread();
  private final Object lock = new Object();
  private final ScheduledFuture<?> timer;
  private final long end;
  private boolean closed;
  private boolean expired;

  Deadline(ScheduledExecutorService timers, long millis) {
    this.end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    this.timer = timers.schedule(this::expire, millis, TimeUnit.MILLISECONDS);
  }

  private void expire() {
    synchronized (lock) {
      if (!closed) {
        expired = true;
        runner.interrupt();
      }
    }
  }

  /** Whether the time is over, which a runner may see before its interrupt comes. */
  boolean isOver() {
    return expired() || System.nanoTime() - end >= 0;
  }

  /** Whether the runner was interrupted. */
  boolean expired() {
    synchronized (lock) {
      return expired;
    }
  }

  @Override
  public void close() {
    timer.cancel(false);
    synchronized (lock) {
      closed = true;
      if (expired) {
        var _ = Thread.interrupted();
      }
    }
  }
}
