package dev.assay.quick.vectors;

import static dev.assay.quick.vectors.Projection.orEmpty;
import static dev.assay.quick.vectors.Projection.orNull;
import static dev.assay.quick.vectors.Projection.pick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The machine facts of one unit of a report. */
final class UnitProjection {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private UnitProjection() {}

  static ObjectNode of(JsonNode unit) {
    ObjectNode out = NODES.objectNode();
    out.setAll(pick(unit, "unitId", "kind"));
    JsonNode source = unit.path("sourceAction");
    out.set("actionIndex", orNull(source.get("actionIndex")));
    out.set("toolName", orNull(source.get("toolName")));
    out.set("table", orNull(unit.path("inference").get("table")));
    out.setAll(pick(unit, "verdict", "reasonCodes", "confidence", "contractEligible"));
    out.set(
        "verification", pick(unit.path("verification"), "rowCount", "field", "expected", "actual"));
    out.set("alternates", orEmpty(unit.path("inference").get("alternates")));
    request(out, unit);
    out.set("correctness", correctness(unit.get("correctnessDefinition")));
    out.set("text", text(unit.path("reconciliation")));
    return out;
  }

  private static void request(ObjectNode out, JsonNode unit) {
    JsonNode request = unit.get("request");
    if (unit.path("kind").asText().equals("related_exists") && request != null) {
      ObjectNode relational = NODES.objectNode();
      relational.set("checkId", request.get("id"));
      relational.set("childTable", request.get("childTable"));
      relational.set("matchEq", matches(request.path("matchEq")));
      out.set("relational", relational);
      return;
    }
    out.set(
        "identityEq", request == null ? NullNode.instance : matches(request.path("identityEq")));
    out.set("requiredFields", request == null ? NullNode.instance : request.get("requiredFields"));
  }

  private static ArrayNode matches(JsonNode matches) {
    ArrayNode out = NODES.arrayNode();
    matches.forEach(match -> out.add(pick(match, "column", "value")));
    return out;
  }

  private static JsonNode correctness(@Nullable JsonNode definition) {
    if (definition == null) {
      return NullNode.instance;
    }
    ObjectNode out = pick(definition, "enforcementKind");
    out.set(
        "projectionKind", orNull(definition.path("enforceableProjection").get("projectionKind")));
    out.set(
        "remediationAlignment",
        pick(definition.path("remediationAlignment"), "recommendedAction", "automationSafe"));
    return out;
  }

  private static JsonNode text(JsonNode reconciliation) {
    ObjectNode out = NODES.objectNode();
    out.set("declared", orNull(reconciliation.get("declared")));
    out.set("expected", patterned(reconciliation.get("expected"), "table=", "related_exists; id="));
    out.set("observed_database", patterned(reconciliation.get("observed_database"), "rowCount="));
    out.set("verification_verdict", orNull(reconciliation.get("verification_verdict")));
    return out;
  }

  /** Fixed sentences are prose: only lines with a pattern are compared. */
  private static JsonNode patterned(@Nullable JsonNode line, String... prefixes) {
    for (String prefix : prefixes) {
      if (line != null && line.asText().startsWith(prefix)) {
        return line;
      }
    }
    return NullNode.instance;
  }
}
