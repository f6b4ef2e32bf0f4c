package dev.assay.runtime.trace;

import dev.assay.runtime.trace.PipelineTracer.Span;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PipelineTracer as spans of OpenTelemetry; only a process that exports them loads this class. */
final class OtlpTracer implements PipelineTracer {

  private static final String SCOPE = "dev.assay.pipeline";
  private static final int TRACE_ID_CHARS = 32;
  private static final int SPAN_ID_CHARS = 16;

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "otel.service.name", "assay",
          "otel.exporter.otlp.protocol", "http/protobuf",
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none");

  private final Tracer tracer;
  private final AutoCloseable sdk;

  OtlpTracer(OpenTelemetry telemetry, AutoCloseable sdk) {
    this.tracer = telemetry.getTracer(SCOPE);
    this.sdk = sdk;
  }

  /** The SDK as this process's {@code OTEL_*} variables have it, with our defaults. */
  static OtlpTracer configured(@Nullable String endpoint) {
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(() -> DEFAULTS)
            .addPropertiesCustomizer(
                _ -> endpoint == null ? Map.of() : Map.of("otel.exporter.otlp.endpoint", endpoint))
            .build()
            .getOpenTelemetrySdk();
    return new OtlpTracer(sdk, sdk);
  }

  @Override
  public Span begin(String name, @Nullable String traceparent, String eventKey) {
    return new OtlpSpan(
        tracer.spanBuilder(name).setParent(parent(traceparent, eventKey)).startSpan());
  }

  private static Context parent(@Nullable String traceparent, String eventKey) {
    if (traceparent != null) {
      Context given =
          W3CTraceContextPropagator.getInstance()
              .extract(Context.root(), traceparent, TraceparentReader.INSTANCE);
      if (io.opentelemetry.api.trace.Span.fromContext(given).getSpanContext().isValid()) {
        return given;
      }
    }
    SpanContext named =
        SpanContext.createFromRemoteParent(
            eventKey.substring(0, TRACE_ID_CHARS),
            eventKey.substring(TRACE_ID_CHARS, TRACE_ID_CHARS + SPAN_ID_CHARS),
            TraceFlags.getSampled(),
            TraceState.getDefault());
    return Context.root().with(io.opentelemetry.api.trace.Span.wrap(named));
  }

  @Override
  public void close() {
    try {
      sdk.close();
    } catch (Exception e) {
      throw new IllegalStateException("expected the exporter of spans to stop", e);
    }
  }

  private record OtlpSpan(io.opentelemetry.api.trace.Span span) implements Span {

    @Override
    public Span with(String name, String value) {
      span.setAttribute(name, value);
      return this;
    }

    @Override
    public Span with(String name, long value) {
      span.setAttribute(name, value);
      return this;
    }

    @Override
    public void failed(Throwable cause) {
      span.recordException(cause);
      span.setStatus(StatusCode.ERROR);
    }

    @Override
    public void close() {
      span.end();
    }
  }

  /** Reads a lone {@code traceparent} as the carrier of a context. */
  private enum TraceparentReader implements TextMapGetter<String> {
    INSTANCE;

    @Override
    public @Nullable String get(@Nullable String carrier, String key) {
      return key.equals(HEADER) ? carrier : null;
    }
  }
}
