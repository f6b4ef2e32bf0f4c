package dev.assay.worker;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.service.Hop;
import dev.assay.service.HopTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** The worker's metrics, all of them. */
final class WorkerMetrics {

  private final MeterRegistry registry;
  private final HopTimer queue;
  private final HopTimer read;
  private final HopTimer verify;

  WorkerMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.queue = HopTimer.of(Hop.QUEUE, registry);
    this.read = HopTimer.of(Hop.READ, registry);
    this.verify = HopTimer.of(Hop.VERIFY, registry);
  }

  /**
   * A request has a place. Canaries are no events: nobody waits for an answer to them.
   *
   * @param sentMillis the time of its record, since the epoch
   */
  void begins(VerificationRequest request, long sentMillis) {
    if (!ReservedIds.isCanary(request.workItem())) {
      queue.waited(sentMillis, System.currentTimeMillis());
    }
  }

  void inHand(String queue, Supplier<Number> count) {
    registry.gauge(
        "assay.worker.in.hand",
        io.micrometer.core.instrument.Tags.of("queue", queue),
        count,
        s -> s.get().doubleValue());
  }

  /**
   * A run has a report.
   *
   * @param readNanos of {@code took}, what the store took to give the artifacts
   */
  void finished(VerificationRequest request, Result result, Duration took, long readNanos) {
    if (!ReservedIds.isCanary(request.workItem())) {
      read.took(readNanos);
      verify.took(took.toNanos() - readNanos);
    }
    Timer.builder("assay.worker.runs")
        .description("finished verification runs")
        .tag("verifier", request.verifierType())
        .tag("result", result.name())
        .publishPercentileHistogram()
        .register(registry)
        .record(took);
  }

  void refused(ErrorCode code) {
    registry.counter("assay.worker.refused", "code", code.name()).increment();
  }

  void putOff() {
    registry.counter("assay.worker.put.off").increment();
  }

  void handedOver() {
    registry.counter("assay.worker.handed.over").increment();
  }
}
