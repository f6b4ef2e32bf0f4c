package dev.assay.runtime.trace;

import dev.assay.schemas.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spans of the pipeline's steps.
 *
 * @param otlpEndpoint base URL of an OTLP/HTTP receiver; without it {@code
 *     OTEL_EXPORTER_OTLP_ENDPOINT} counts, and without either nothing is recorded
 */
public record TelemetrySection(@Nullable String otlpEndpoint) {

  public TelemetrySection {
    if (otlpEndpoint != null) {
      Settings.httpAddress("telemetry.otlpEndpoint", otlpEndpoint);
    }
  }

  /** The tracer that this section and the {@code OTEL_*} variables name. */
  public PipelineTracer tracer(Map<String, String> environment) {
    return PipelineTracer.configured(otlpEndpoint, environment);
  }
}
