package dev.assay.store;

import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.log.LogLimits;
import dev.assay.store.log.LogScrub;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a scrub step by step until it is closed or has found something. */
final class Scrubbing implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Scrubbing.class);

  private final LogScrub scrub;
  private final Consumer<StoreCorruptException> found;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private Scrubbing(LogScrub scrub, Consumer<StoreCorruptException> found) {
    this.scrub = scrub;
    this.found = found;
    this.thread = Thread.ofPlatform().daemon().name("log-scrub").unstarted(this::run);
  }

  /** Runs {@code scrub} and tells {@code found} what it finds. */
  static Scrubbing start(LogScrub scrub, Consumer<StoreCorruptException> found) {
    Scrubbing scrubbing = new Scrubbing(scrub, found);
    scrubbing.thread.start();
    return scrubbing;
  }

  private void run() {
    try {
      while (!closing.await(LogLimits.SCRUB_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          scrub.step();
        } catch (StoreUnavailableException e) {
          LOG.atDebug().setCause(e).log("the scrub waits");
        }
      }
    } catch (StoreCorruptException e) {
      found.accept(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(LogLimits.SCRUB_CLOSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
