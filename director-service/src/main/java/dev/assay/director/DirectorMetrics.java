package dev.assay.director;

import dev.assay.core.director.Reasons;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.runtime.trace.PipelineTracer.Span;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.MoodTransition;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The director's metrics and tracer, all of them. */
final class DirectorMetrics {

  private final MeterRegistry registry;
  private final PipelineTracer tracer;
  private final Map<DecisionKind, Counter> decisions = new EnumMap<>(DecisionKind.class);
  private final Counter rerouted;
  private final Counter rerunsSaved;
  private final Timer inputs;
  private final InputHops.Timers hops;

  DirectorMetrics(MeterRegistry registry, PipelineTracer tracer) {
    this.registry = registry;
    this.tracer = tracer;
    this.hops = InputHops.Timers.of(registry);
    for (DecisionKind kind : DecisionKind.values()) {
      decisions.put(
          kind,
          Counter.builder("assay.director.decisions")
              .description("decisions sent, repeats included")
              .tag("kind", kind.name())
              .register(registry));
    }
    this.rerunsSaved =
        Counter.builder("assay.director.reruns.saved")
            .description("executions that were not verified because their work item had halted")
            .register(registry);
    this.inputs =
        Timer.builder("assay.director.input")
            .description(
                "time that the director takes for one input, from its record to its output")
            .serviceLevelObjectives(DirectorLimits.inputTimes())
            .register(registry);
    this.rerouted =
        Counter.builder("assay.director.rerouted")
            .description("executions that a publisher put on another partition than their key's")
            .register(registry);
  }

  /** Where the times of hops go. */
  InputHops.Timers hops() {
    return hops;
  }

  /** The span that plans an execution's verifications. */
  Span planning(ExecutionEvent event) {
    return tracer
        .begin("assay.plan", event.traceparent(), event.eventKey())
        .with("assay.work_item", event.data().workItem())
        .with("assay.attempt", event.data().attemptNumber());
  }

  /**
   * A decision, as a span of the execution that it is about.
   *
   * @param traceparent of that execution, or null
   */
  void decided(Decision decision, @Nullable String traceparent) {
    tracer
        .begin("assay.decide", traceparent, decision.eventKey())
        .with("assay.work_item", decision.workItem())
        .with("assay.attempt", decision.attempt())
        .with("assay.decision", decision.kind().name())
        .with("assay.decision.id", decision.id())
        .with("assay.reasons", String.join(",", decision.reasons()))
        .close();
    count(decision);
  }

  private void count(Decision decision) {
    Objects.requireNonNull(decisions.get(decision.kind())).increment();
    if (decision.reasons().contains(Reasons.HALTED) && decision.attestations().isEmpty()) {
      rerunsSaved.increment();
    }
    for (MoodTransition move : decision.transitions()) {
      registry
          .counter(
              "assay.director.moods",
              "from",
              move.from().name(),
              "to",
              move.to().name(),
              "trigger",
              move.trigger().name())
          .increment();
    }
  }

  /** One input was processed. */
  void took(long nanos) {
    inputs.record(nanos, TimeUnit.NANOSECONDS);
  }

  void rerouted() {
    rerouted.increment();
  }

  void refused(ErrorCode code) {
    registry.counter("assay.director.refused", "code", code.name()).increment();
  }
}
