package dev.assay.ingest;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.RetentionSweep;
import dev.assay.runtime.Loop;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the sweep of the directory store that this process writes uploads to, a part at a time. */
final class RetentionLoop implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(RetentionLoop.class);
  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(5);

  private final RetentionSweep sweep;
  private final Duration rest;
  private final Counter deleted;
  private final Counter bytes;
  private final Counter failures;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("retention").daemon().unstarted(this::run);

  RetentionLoop(RetentionSweep sweep, MeterRegistry registry) {
    this(sweep, IngestLimits.RETENTION_REST, registry);
  }

  /**
   * A loop that is not running yet.
   *
   * @param rest between two passes, and before the first
   */
  RetentionLoop(RetentionSweep sweep, Duration rest, MeterRegistry registry) {
    this.sweep = sweep;
    this.rest = rest;
    this.deleted =
        Counter.builder("assay.retention.deleted")
            .description("Uploaded artifacts that were deleted since their time was over")
            .register(registry);
    this.bytes =
        Counter.builder("assay.retention.deleted.bytes")
            .description("Bytes of uploaded artifacts that were deleted")
            .baseUnit("bytes")
            .register(registry);
    this.failures =
        Counter.builder("assay.retention.failures")
            .description("Passes of the sweep that ended with a fault of the disk")
            .register(registry);
  }

  @Override
  public String name() {
    return "retention";
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public boolean healthy() {
    return thread.isAlive();
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      if (thread.isAlive()) {
        var _ = thread.join(STOP_WAIT_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopping.await(rest.toMillis(), TimeUnit.MILLISECONDS)) {
        pass();
      }
    } catch (InterruptedException e) {
      LOG.atDebug().setCause(e).log("interrupted");
    }
  }

  private void pass() {
    try {
      RetentionSweep.Pass pass = sweep.pass(() -> stopping.getCount() == 0);
      deleted.increment((double) pass.deleted());
      bytes.increment((double) pass.bytes());
      if (pass.deleted() > 0) {
        LOG.atInfo()
            .addKeyValue("artifacts", pass.deleted())
            .addKeyValue("bytes", pass.bytes())
            .log("uploaded artifacts whose time is over were deleted");
      }
    } catch (StoreUnavailableException | RuntimeException e) {
      failures.increment();
      LOG.atWarn().setCause(e).log("a pass over the artifacts failed; the next one goes on");
    }
  }
}
