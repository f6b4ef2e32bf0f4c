package dev.assay.delegation.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;

/** Exports spans over OTLP/HTTP; only a command that is configured for it loads this class. */
public final class OtlpTelemetry implements AutoCloseable {

  private static final Duration EXPORT_TIME = Duration.ofSeconds(5);

  private final OpenTelemetrySdk sdk;

  private OtlpTelemetry(OpenTelemetrySdk sdk) {
    this.sdk = sdk;
  }

  /**
   * Exports to {@code endpoint}, a base URL to which {@code /v1/traces} is added.
   *
   * @throws IllegalArgumentException when it is no URL
   */
  public static OtlpTelemetry to(String endpoint) {
    String base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(base + "/v1/traces")
            .setTimeout(EXPORT_TIME)
            .build();
    Resource resource =
        Resource.getDefault().toBuilder().put("service.name", "assay-delegate").build();
    SdkTracerProvider spans =
        SdkTracerProvider.builder()
            .setResource(resource)
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    return new OtlpTelemetry(
        OpenTelemetrySdk.builder()
            .setTracerProvider(spans)
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build());
  }

  /** What spans are begun with. */
  public OpenTelemetry openTelemetry() {
    return sdk;
  }

  /** Waits a few seconds for spans that are under way. */
  @Override
  public void close() {
    sdk.close();
  }
}
