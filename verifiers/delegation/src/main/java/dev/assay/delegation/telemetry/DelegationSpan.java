package dev.assay.delegation.telemetry;

import dev.assay.delegation.Delegation.DelegationRequest;
import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationRecording;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The span {@code delegation.execute} with {@code delegation.verify_attempts}, {@code
 * delegation.verify_passed}, {@code delegation.verify_outcome} and {@code delegation.kind}
 * (delegation-verification, "Verification telemetry"). An error is recorded as an exception; then
 * the outcome is {@code failed}, never {@code passed}.
 */
public final class DelegationSpan implements DelegationRecording {

  private static final String SCOPE = "dev.assay.delegation";

  private final Span span;

  private DelegationSpan(Span span) {
    this.span = span;
  }

  /**
   * Begins the span.
   *
   * @param carrier W3C trace context, such as {@code traceparent}, of whoever asks; may be empty
   */
  public static DelegationSpan begin(
      OpenTelemetry telemetry, DelegationRequest request, Map<String, String> carrier) {
    Context parent =
        telemetry
            .getPropagators()
            .getTextMapPropagator()
            .extract(Context.root(), carrier, CarrierReader.INSTANCE);
    Span span =
        telemetry
            .getTracer(SCOPE)
            .spanBuilder("delegation.execute")
            .setParent(parent)
            .setAttribute("delegation.kind", request.kind())
            .setAttribute("delegation.depth", request.depth())
            .setAttribute("delegation.task_len", request.task().length())
            .startSpan();
    return new DelegationSpan(span);
  }

  /** The W3C {@code traceparent} that work inside this delegation continues. */
  public String traceparent() {
    SpanContext context = span.getSpanContext();
    return "00-%s-%s-%s"
        .formatted(context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex());
  }

  @Override
  public void ended(int verifyAttempts, Outcome outcome, @Nullable DelegationException error) {
    if (outcome != Outcome.SKIPPED) {
      span.setAttribute("delegation.verify_attempts", verifyAttempts);
      span.setAttribute("delegation.verify_passed", outcome == Outcome.PASSED);
    }
    span.setAttribute("delegation.verify_outcome", outcome.wire());
    if (error != null) {
      span.recordException(error);
      span.setStatus(StatusCode.ERROR, String.valueOf(error.getMessage()));
    }
    span.end();
  }

  private enum CarrierReader implements TextMapGetter<Map<String, String>> {
    INSTANCE;

    @Override
    public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
      return carrier == null ? null : carrier.get(key);
    }
  }
}
