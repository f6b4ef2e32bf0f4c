package dev.assay.runtime.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Begins the stages of the pipeline: {@code assay.accept}, {@code assay.plan}, {@code assay.verify}
 * and {@code assay.decide}. Each is a child of the execution's own {@code traceparent}, so that all
 * stages of all attempts of one agent's trace are one trace; an execution without a usable one gets
 * a trace that its key names, which every process derives alike.
 */
public interface Stages extends AutoCloseable {

  /** The Kafka header that carries an execution's W3C trace context along with a report. */
  String HEADER = "traceparent";

  /** Nothing is recorded and nothing of the tracing library is loaded. */
  Stages OFF =
      new Stages() {
        @Override
        public Stage begin(String name, @Nullable String traceparent, String eventKey) {
          return Stage.NONE;
        }

        @Override
        public void close() {}
      };

  /**
   * Begins a stage.
   *
   * @param traceparent of the execution, untrusted, or null
   * @param eventKey the execution's key, 64 hex digits
   */
  Stage begin(String name, @Nullable String traceparent, String eventKey);

  /** Sends what has not been sent yet, for a few seconds at most. */
  @Override
  void close();

  /**
   * Stages as the standard {@code OTEL_*} variables have them; off unless an OTLP endpoint is
   * named.
   *
   * @param endpoint base URL that goes before {@code OTEL_EXPORTER_OTLP_ENDPOINT}, or null
   */
  static Stages configured(@Nullable String endpoint, Map<String, String> environment) {
    boolean named =
        endpoint != null
            || !environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "").isEmpty()
            || !environment.getOrDefault("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "").isEmpty();
    return named ? OtlpStages.configured(endpoint) : OFF;
  }
}
