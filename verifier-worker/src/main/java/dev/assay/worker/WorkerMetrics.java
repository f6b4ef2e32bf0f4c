package dev.assay.worker;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.Result;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** The worker's metrics, all of them. */
final class WorkerMetrics {

  private final MeterRegistry registry;

  WorkerMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void inHand(String queue, Supplier<Number> count) {
    registry.gauge(
        "assay.worker.in.hand",
        io.micrometer.core.instrument.Tags.of("queue", queue),
        count,
        s -> s.get().doubleValue());
  }

  void finished(String verifier, Result result, Duration took) {
    Timer.builder("assay.worker.runs")
        .description("finished verification runs")
        .tag("verifier", verifier)
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
