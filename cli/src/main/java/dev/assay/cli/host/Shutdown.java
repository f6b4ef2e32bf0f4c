package dev.assay.cli.host;

import java.util.concurrent.CountDownLatch;

/** Lets a signal stop the command and waits until it has stopped cleanly. */
final class Shutdown implements AutoCloseable {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);

  /** From now on a signal is answered by {@link #await} returning. */
  static Shutdown install() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::onSignal, "shutdown"));
    return shutdown;
  }

  /** Waits for a signal. */
  void await() throws InterruptedException {
    asked.await();
  }

  private void onSignal() {
    asked.countDown();
    try {
      done.await();
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
