package dev.assay.store.outgoing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decision as the event {@code gen_ai.evaluation.result} of OpenTelemetry's conventions for
 * generative AI, in an OTLP/HTTP request of logs in JSON. It lies on the span of the agent whose
 * trace context the execution came with. Ids, codes and times alone. Pure.
 */
final class Evaluation {

  private static final String EVENT = "gen_ai.evaluation.result";

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
  private static final int SEVERITY_INFO = 9;

  private Evaluation() {}

  /** {@code gen_ai.evaluation.score.label}; nothing of a decision after which more is to come. */
  static Optional<String> label(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> Optional.of("pass");
      case RETRY, DEMOTE, HALT -> Optional.of("fail");
      case ESCALATE -> Optional.of("inconclusive");
      case CONTINUE, SPLIT, REQUEST_APPROVAL -> Optional.empty();
    };
  }

  /**
   * The request that tells a decision whose kind has a {@link #label}.
   *
   * @param traceparent of the execution, untrusted, or null
   */
  static ObjectNode of(Decision decision, @Nullable String traceparent) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    ObjectNode resource = request.putArray("resourceLogs").addObject();
    text(resource.putObject("resource").putArray("attributes"), "service.name", "assay");
    ObjectNode scope = resource.putArray("scopeLogs").addObject();
    scope.putObject("scope").put("name", "dev.assay");
    ObjectNode event = scope.putArray("logRecords").addObject();
    String time = nanos(Instant.parse(decision.time()));
    event.put("timeUnixNano", time).put("observedTimeUnixNano", time);
    event.put("severityNumber", SEVERITY_INFO).put("eventName", EVENT);
    TraceContext.parse(traceparent)
        .ifPresent(context ->
            event
                .put("traceId", context.traceId())
                .put("spanId", context.spanId())
                .put("flags", context.flags()));
    attributes(event.putArray("attributes"), decision);
    return request;
  }

  private static void attributes(ArrayNode attributes, Decision decision) {
    String label = label(decision.kind()).orElseThrow();
    text(attributes, "gen_ai.evaluation.name", "assay");
    text(attributes, "gen_ai.evaluation.score.label", label);
    if (!label.equals("inconclusive")) {
      attribute(attributes, "gen_ai.evaluation.score.value")
          .put("doubleValue", label.equals("pass") ? 1.0 : 0.0);
    }
    text(attributes, "gen_ai.evaluation.explanation", String.join(", ", decision.reasons()));
    text(attributes, "assay.decision", decision.id());
    text(attributes, "assay.decision.kind", decision.kind().name());
    text(attributes, "assay.work_item", decision.workItem());
    attribute(attributes, "assay.attempt").put("intValue", Integer.toString(decision.attempt()));
    if (decision.promotion() != null) {
      text(attributes, "assay.promotion", decision.promotion());
    }
  }

  private static void text(ArrayNode attributes, String key, String value) {
    attribute(attributes, key).put("stringValue", value);
  }

  private static ObjectNode attribute(ArrayNode attributes, String key) {
    return attributes.addObject().put("key", key).putObject("value");
  }

  /** A decimal text, as the JSON of protocol buffers writes 64 bits. */
  private static String nanos(Instant time) {
    return BigInteger.valueOf(time.getEpochSecond())
        .multiply(NANOS)
        .add(BigInteger.valueOf(time.getNano()))
        .toString();
  }
}
