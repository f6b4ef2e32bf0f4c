package dev.assay.agencyverify.cli;

import dev.assay.process.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns the end of this JVM (ctrl-c, SIGTERM, SIGHUP) into a cancellation of the running script,
 * and holds the end back until the cancelled run is recorded and reported.
 */
final class EndOfProcess implements AutoCloseable {

  private static final Duration HELD_BACK_MAX = Duration.ofMinutes(1);

  private final CountDownLatch reported = new CountDownLatch(1);
  private final Thread hook;
  private volatile int exitCode = 1;

  EndOfProcess(Cancellation cancellation) {
    hook =
        Thread.ofPlatform()
            .name("cancel-verify")
            .unstarted(() -> {
              cancellation.request();
              if (awaitReport()) {
                Runtime.getRuntime().halt(exitCode);
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private boolean awaitReport() {
    try {
      return reported.await(HELD_BACK_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Says that everything has been written and printed; the process may end with {@code code}. */
  void reported(int code) {
    exitCode = code;
    reported.countDown();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      return; // the JVM is already ending and the hook ends it
    }
  }
}
