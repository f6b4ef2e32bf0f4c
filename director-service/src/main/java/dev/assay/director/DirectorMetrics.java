package dev.assay.director;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.DecisionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;

/** The director's metrics, all of them. */
final class DirectorMetrics {

  private final MeterRegistry registry;
  private final Map<DecisionKind, Counter> decisions = new EnumMap<>(DecisionKind.class);
  private final Counter rerouted;

  DirectorMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (DecisionKind kind : DecisionKind.values()) {
      decisions.put(
          kind,
          Counter.builder("assay.director.decisions")
              .description("decisions sent, repeats included")
              .tag("kind", kind.name())
              .register(registry));
    }
    this.rerouted =
        Counter.builder("assay.director.rerouted")
            .description("executions that a publisher put on another partition than their key's")
            .register(registry);
  }

  void decided(DecisionKind kind) {
    java.util.Objects.requireNonNull(decisions.get(kind)).increment();
  }

  void rerouted() {
    rerouted.increment();
  }

  void refused(ErrorCode code) {
    registry.counter("assay.director.refused", "code", code.name()).increment();
  }
}
