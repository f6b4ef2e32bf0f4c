package dev.assay.service;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal stop the command and waits, for a bounded time, until it has stopped cleanly. A
 * signal that comes before {@link #await}, while the command starts or shows the demo, interrupts
 * it.
 */
public final class Shutdown implements AutoCloseable {

  private static final long STOP_SECONDS_MAX = 60;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread command = Thread.currentThread();
  private boolean interruptible = true;

  /** From now on a signal is answered by {@link #await} returning. */
  public static Shutdown install() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::onSignal, "shutdown"));
    return shutdown;
  }

  /** Waits for a signal. */
  public void await() throws InterruptedException {
    uninterruptible();
    asked.await();
  }

  /** From now on a signal does not interrupt: the command waits for it or stops by itself. */
  public synchronized void uninterruptible() {
    interruptible = false;
  }

  private synchronized void interrupt() {
    if (interruptible) {
      interruptible = false;
      command.interrupt();
    }
  }

  /** Does what a signal does, and does not wait. */
  public void ask() {
    asked.countDown();
    interrupt();
  }

  private void onSignal() {
    ask();
    try {
      var _ = done.await(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Everything is stopped; the process may end. */
  @Override
  public void close() {
    done.countDown();
  }
}
