package dev.assay.store.outgoing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A decision as a finished test suite run of CDEvents 0.5.1
 * (https://cdevents.dev/docs/testing-events/). The subject is the attempt of the work item. Ids,
 * codes and times alone. Pure.
 */
final class CdEvent {

  private static final String VERSION = "0.5.1";
  private static final String TYPE = "dev.cdevents.testsuiterun.finished.0.3.0";
  private static final String CLOUD_EVENTS_VERSION = "1.0";

  private CdEvent() {}

  /** What it says of a decision's kind; nothing of one after which the attempt is not over. */
  static Optional<String> outcome(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> Optional.of("success");
      case RETRY, DEMOTE -> Optional.of("failure");
      case ESCALATE -> Optional.of("error");
      case HALT -> Optional.of("cancel");
      case CONTINUE, SPLIT, REQUEST_APPROVAL -> Optional.empty();
    };
  }

  private static String subject(Decision decision) {
    return decision.workItem() + "/" + decision.attempt();
  }

  /** The attributes of the CloudEvent that carries it. */
  static Map<String, String> attributes(Decision decision, String source) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", CLOUD_EVENTS_VERSION);
    attributes.put("id", decision.id());
    attributes.put("source", source);
    attributes.put("type", TYPE);
    attributes.put("subject", subject(decision));
    attributes.put("time", decision.time());
    return attributes;
  }

  /** The event of a decision whose kind has an {@link #outcome}. */
  static ObjectNode of(Decision decision, String source) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .putObject("context")
        .put("specversion", VERSION)
        .put("id", decision.id())
        .put("source", source)
        .put("type", TYPE)
        .put("timestamp", decision.time());
    ObjectNode content =
        event.putObject("subject").put("id", subject(decision)).putObject("content");
    content.put("outcome", outcome(decision.kind()).orElseThrow());
    Agent agent = decision.agent();
    content.putObject("environment").put("id", agent == null ? "assay" : agent.fleet());
    content.put("reason", String.join(", ", decision.reasons()));
    ObjectNode own = event.putObject("customData");
    own.put("decision", decision.id()).put("kind", decision.kind().name());
    own.put("workItem", decision.workItem()).put("attempt", decision.attempt());
    ArrayNode attestations = own.putArray("attestations");
    decision.attestations().stream()
        .limit(OutgoingLimits.NAMED_ATTESTATIONS_MAX)
        .forEach(attestations::add);
    if (decision.promotion() != null) {
      own.put("promotion", decision.promotion());
    }
    event.put("customDataContentType", "application/json");
    return event;
  }
}
