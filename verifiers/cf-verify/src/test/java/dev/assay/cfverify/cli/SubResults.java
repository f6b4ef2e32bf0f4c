package dev.assay.cfverify.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Builds SubResult.v1 documents. */
final class SubResults {

  static final ObjectMapper MAPPER = new ObjectMapper();

  private SubResults() {}

  /** A document with one answer per argument, each an array of claims. */
  static ObjectNode of(ArrayNode... answers) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("version", "SubResult.v1").put("task_id", "t1").put("status", "ok");
    ArrayNode list = root.putArray("answers");
    for (ArrayNode claims : answers) {
      list.addObject().put("question", "q").put("summary", "").set("claims", claims);
    }
    root.putObject("coverage").putArray("inputs_scanned");
    return root;
  }

  /** A document with one claim. */
  static ObjectNode claiming(String claim, ObjectNode... evidence) {
    return of(claims(claim(claim, evidence)));
  }

  static ArrayNode claims(JsonNode... claims) {
    ArrayNode array = MAPPER.createArrayNode();
    for (JsonNode claim : claims) {
      array.add(claim);
    }
    return array;
  }

  static ObjectNode claim(String text, ObjectNode... evidence) {
    ObjectNode claim = MAPPER.createObjectNode();
    claim.put("claim", text).put("confidence", 0.9);
    ArrayNode items = claim.putArray("evidence");
    for (ObjectNode item : evidence) {
      items.add(item);
    }
    return claim;
  }

  static ObjectNode quoted(ObjectNode locator, String quote) {
    ObjectNode evidence = MAPPER.createObjectNode();
    evidence.put("source", "s").set("locator", locator);
    return evidence.put("quote", quote);
  }

  static ObjectNode hashed(ObjectNode locator, String hash) {
    ObjectNode evidence = MAPPER.createObjectNode();
    evidence.put("source", "s").set("locator", locator);
    return evidence.put("quote_hash", hash);
  }

  static ObjectNode lines(String path, long start, long end) {
    return locator("line_range").put("path", path).put("start", start).put("end", end);
  }

  static ObjectNode symbol(String path, String symbol) {
    return locator("symbol_range").put("path", path).put("symbol", symbol);
  }

  static ObjectNode bytes(String path) {
    return locator("byte_range").put("path", path).put("start", 0).put("end", 1);
  }

  static ObjectNode jsonPath() {
    return locator("json_path").put("source", "s").put("path", "$.a");
  }

  static ObjectNode stack() {
    return locator("stack_signature").put("signature", "a|b");
  }

  static ObjectNode toolCall() {
    return locator("tool_call").put("tool", "WebFetch").put("args_hash", "sha256:00");
  }

  static ObjectNode toolCall(ObjectNode hint) {
    return toolCall().set("rerun_hint", hint);
  }

  static ObjectNode hint(String type) {
    return MAPPER.createObjectNode().put("type", type);
  }

  private static ObjectNode locator(String type) {
    return MAPPER.createObjectNode().put("type", type);
  }
}
