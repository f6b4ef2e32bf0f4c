package dev.assay.llmadvisor;

import io.micrometer.core.instrument.MeterRegistry;

/** The model's metrics, all of them. */
final class ModelMetrics {

  private final MeterRegistry registry;

  ModelMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * A question was put.
   *
   * @param use {@code plan} or {@code review}
   * @param outcome {@code USED}, or why nothing of the answer was
   */
  void asked(String use, String outcome) {
    registry.counter("assay.model.answers", "use", use, "outcome", outcome).increment();
  }

  /** Suggested names that could not even be told to the director. */
  void dropped(int names) {
    registry.counter("assay.model.names.dropped").increment(names);
  }
}
