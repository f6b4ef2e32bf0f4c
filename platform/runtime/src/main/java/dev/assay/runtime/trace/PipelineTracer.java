package dev.assay.runtime.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Begins the tracer of the pipeline: {@code assay.accept}, {@code assay.plan}, {@code assay.verify}
 * and {@code assay.decide}. Each is a child of the execution's own {@code traceparent}, so that all
 * tracer of all attempts of one agent's trace are one trace; an execution without a usable one gets
 * a trace that its key names, which every process derives alike.
 */
public interface PipelineTracer extends AutoCloseable {

  /** The Kafka header that carries an execution's W3C trace context along with a report. */
  String HEADER = "traceparent";

  /** Nothing is recorded and nothing of the tracing library is loaded. */
  PipelineTracer OFF =
      new PipelineTracer() {
        @Override
        public Span begin(String name, @Nullable String traceparent, String eventKey) {
          return Span.NONE;
        }

        @Override
        public void close() {}
      };

  /**
   * Begins a span.
   *
   * @param traceparent of the execution, untrusted, or null
   * @param eventKey the execution's key, 64 hex digits
   */
  Span begin(String name, @Nullable String traceparent, String eventKey);

  /** Sends what has not been sent yet, for a few seconds at most. */
  @Override
  void close();

  /**
   * PipelineTracer as the standard {@code OTEL_*} variables have them; off unless an OTLP endpoint
   * is named.
   *
   * @param endpoint base URL that goes before {@code OTEL_EXPORTER_OTLP_ENDPOINT}, or null
   */
  static PipelineTracer configured(@Nullable String endpoint, Map<String, String> environment) {
    boolean named =
        endpoint != null
            || !environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "").isEmpty()
            || !environment.getOrDefault("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "").isEmpty();
    return named ? OtlpTracer.configured(endpoint) : OFF;
  }

  /** One step of one execution's way through the pipeline, recorded when tracing is on. */
  public interface Span extends AutoCloseable {

    /** A span that nobody watches. */
    Span NONE =
        new Span() {
          @Override
          public Span with(String name, String value) {
            return this;
          }

          @Override
          public Span with(String name, long value) {
            return this;
          }

          @Override
          public void failed(Throwable cause) {}

          @Override
          public void close() {}
        };

    /** Adds what is known about the span. */
    Span with(String name, String value);

    /** Adds a number that is known about the span. */
    Span with(String name, long value);

    /** Marks the span as one that did not work. */
    void failed(Throwable cause);

    /** Ends the span. */
    @Override
    void close();
  }
}
