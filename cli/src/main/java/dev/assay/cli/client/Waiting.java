package dev.assay.cli.client;

import dev.assay.cli.Terminal;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells a person how long a command has waited, on one line that is gone when it ends. Nothing
 * where nobody looks.
 */
final class Waiting implements AutoCloseable {

  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter err;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;

  private Waiting(PrintWriter err, String what) {
    this.err = err;
    this.thread = Thread.ofPlatform().daemon().name("waiting").unstarted(() -> tell(what));
  }

  /**
   * Tells until it is closed.
   *
   * @param told whether the command tells at all, as one with JSON does not
   */
  static Waiting begin(PrintWriter err, String what, boolean told) {
    Waiting waiting = new Waiting(err, what);
    if (told && Terminal.watched()) {
      waiting.thread.start();
    }
    return waiting;
  }

  private void tell(String what) {
    try {
      for (int seconds = 1; !over.await(1, TimeUnit.SECONDS); seconds++) {
        err.print(CLEAR + what + " " + seconds + " s");
        err.flush();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    err.print(CLEAR);
    err.flush();
  }

  @Override
  public void close() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
