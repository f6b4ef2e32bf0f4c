package dev.assay.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.trace.PipelineTracer.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpTracerTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String AGENT_SPAN = "b7ad6b7169203331";
  private static final String KEY = "c0ffee".repeat(10) + "beef";

  /** Keeps what it is given. */
  private static final class Kept implements SpanExporter {
    private final List<SpanData> spans = new CopyOnWriteArrayList<>();

    @Override
    public CompletableResultCode export(Collection<SpanData> exported) {
      spans.addAll(exported);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private final Kept kept = new Kept();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(kept))
                  .build())
          .build();
  private final PipelineTracer tracer = new OtlpTracer(sdk, sdk);

  @Test
  void aStageIsAChildOfTheAgentsSpan() {
    try (Span span = tracer.begin("assay.plan", "00-" + TRACE + "-" + AGENT_SPAN + "-01", KEY)) {
      var _ = span.with("assay.work_item", "w").with("assay.attempt", 2);
    }

    assertThat(kept.spans)
        .singleElement()
        .satisfies(span -> {
          assertThat(span.getName()).isEqualTo("assay.plan");
          assertThat(span.getTraceId()).isEqualTo(TRACE);
          assertThat(span.getParentSpanId()).isEqualTo(AGENT_SPAN);
          assertThat(span.getAttributes().asMap().toString()).contains("assay.work_item=w");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "00-00000000000000000000000000000000-b7ad6b7169203331-01"})
  void anUnusableTraceparentLeavesTheExecutionsOwnTrace(String traceparent) {
    tracer.begin("assay.accept", traceparent, KEY).close();
    tracer.begin("assay.plan", null, KEY).close();

    assertThat(kept.spans)
        .hasSize(2)
        .allSatisfy(span -> assertThat(span.getTraceId()).isEqualTo(KEY.substring(0, 32)));
  }

  @Test
  void aTraceThatTheAgentDoesNotSampleIsNotRecorded() {
    tracer.begin("assay.plan", "00-" + TRACE + "-" + AGENT_SPAN + "-00", KEY).close();

    assertThat(kept.spans).isEmpty();
  }

  @Test
  void tracingIsOffUnlessAnEndpointIsNamed() {
    assertThat(PipelineTracer.configured(null, Map.of())).isSameAs(PipelineTracer.OFF);
    assertThat(PipelineTracer.configured(null, Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "")))
        .isSameAs(PipelineTracer.OFF);
    assertThat(PipelineTracer.OFF.begin("assay.plan", null, KEY)).isSameAs(Span.NONE);
  }
}
