package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What became of an event that was sent: the answer of {@code POST /v1/executions}.
 *
 * @param workItem what the event is about
 * @param eventId the id that the event has for the service
 * @param duplicate whether it was taken before, so that this one changed nothing
 * @param decision the decision on it, or empty when none came in time
 */
public record Submitted<D>(
    String workItem, String eventId, boolean duplicate, Optional<D> decision) {

  static Submitted<JsonNode> of(JsonNode answer) {
    return new Submitted<>(
        answer.path("workItem").asText(),
        answer.path("eventId").asText(),
        answer.path("duplicate").asBoolean(),
        Optional.of(answer.path("decision")).filter(JsonNode::isObject));
  }

  /** The same event with {@code other} decision on it. */
  <E> Submitted<E> with(Optional<E> other) {
    return new Submitted<>(workItem, eventId, duplicate, other);
  }
}
