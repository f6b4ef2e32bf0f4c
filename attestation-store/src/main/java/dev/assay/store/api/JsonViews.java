package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.ApprovalQuery;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.WorkItemRow;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Rows of the store as the API shows them. */
final class JsonViews {

  private JsonViews() {}

  static <T> Map<String, Object> page(Page<T> page, Function<T, Map<String, Object>> line) {
    List<Map<String, Object>> items = page.items().stream().map(line).toList();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("items", items);
    members.put("next", page.next());
    return members;
  }

  static Map<String, Object> attestation(AttestationQuery.Listing listing) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", listing.id());
    members.put("kind", listing.kind().text());
    members.put("predicateType", listing.predicateType());
    members.put("workItem", listing.workItem());
    members.put("attempt", listing.attempt());
    members.put("verifier", listing.verifier());
    members.put("result", listing.result());
    members.put("basis", listing.basis());
    members.put("fleet", listing.fleet());
    members.put("agent", listing.agent());
    members.put("commit", listing.commit());
    members.put("artifact", listing.artifact());
    members.put("report", listing.report());
    members.put("logIndex", listing.logIndex());
    members.put("time", Times.text(listing.time()));
    return members;
  }

  /** A question with what it is about; its own members first. */
  static Map<String, Object> approval(ApprovalQuery.Listing listing) {
    Map<String, Object> members = new LinkedHashMap<>();
    document(listing.approval().json())
        .properties()
        .forEach(member -> members.put(member.getKey(), member.getValue()));
    members.put("workItem", listing.workItem());
    members.put("attempt", listing.attempt());
    members.put("mood", listing.mood());
    if (listing.decision() != null) {
      members.put("decision", listing.decision());
    }
    return members;
  }

  /** A document that the store returned as it was given. */
  static JsonNode document(String json) {
    return switch (Json.tree(json.getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new IllegalStateException("expected a stored document to be JSON: " + rejection);
    };
  }

  static Map<String, Object> workItem(WorkItemRow row) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("workItem", row.id());
    members.put("status", row.status());
    members.put("mood", row.mood());
    members.put("attempt", row.attempt());
    members.put("fleet", row.fleet());
    members.put("agent", row.agent());
    members.put("firstTime", Times.text(row.firstTime()));
    members.put("lastTime", Times.text(row.lastTime()));
    return members;
  }

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
}
