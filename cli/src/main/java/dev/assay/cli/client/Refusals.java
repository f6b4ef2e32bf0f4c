package dev.assay.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.Output;

/** What the director of a work item refused, for people. */
final class Refusals {

  private Refusals() {}

  /** A refusal in one line: its time, code and event, and what was expected and found. */
  static String line(JsonNode refusal) {
    String event = refusal.path("eventId").asText("");
    return Output.plain(refusal.path("time").asText())
        + "  "
        + Output.plain(refusal.path("code").asText())
        + (event.isEmpty() ? "" : "  event " + Output.plain(event))
        + ": "
        + Output.line(refusal.path("summary").asText());
  }
}
