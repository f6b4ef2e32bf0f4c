package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What the director of a work item refused; the store keeps it in the document of the control
 * state, and a row that an earlier store wrote has none.
 *
 * @param newest the newest refusals, oldest first
 * @param all how many there were altogether
 */
record Refusals(JsonNode newest, int all) {

  private static final String NEWEST = "refusals";
  private static final String ALL = "refused";

  /** The refusals in {@code controlState}, which are no longer in it afterwards. */
  static Refusals takenFrom(JsonNode controlState) {
    if (!(controlState instanceof ObjectNode document) || !document.has(NEWEST)) {
      return new Refusals(JsonNodeFactory.instance.arrayNode(), 0);
    }
    Refusals taken = new Refusals(document.path(NEWEST), document.path(ALL).asInt());
    document.remove(NEWEST);
    document.remove(ALL);
    return taken;
  }

  /** The refusals that came after the first {@code seen} ones, as far as they are kept. */
  Iterable<JsonNode> after(int seen) {
    int first = all - newest.size();
    return () -> newest.valueStream().skip(Math.max(0, seen - first)).iterator();
  }
}
