package dev.assay.quick.vectors;

import static dev.assay.quick.vectors.Projection.orNull;
import static dev.assay.quick.vectors.Projection.pick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The machine facts of an outcome certificate. */
final class CertificateProjection {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private CertificateProjection() {}

  static ObjectNode of(JsonNode certificate) {
    ObjectNode out =
        pick(
            certificate,
            "schemaVersion",
            "workflowId",
            "runKind",
            "stateRelation",
            "highStakesReliance",
            "releaseCriticalVerdict");
    ArrayNode steps = out.putArray("steps");
    certificate.path("steps").forEach(step -> steps.add(pick(step, "seq", "releaseCritical")));
    out.set("explanationCodes", column(certificate.path("explanation").path("details"), "code"));
    JsonNode evidence = certificate.path("evidenceCompleteness");
    out.set("evidenceCompleteness", evidence(evidence));
    JsonNode spine = certificate.path("failureSpine");
    ObjectNode failure = pick(spine, "schemaVersion", "trustDecision", "primaryCodes", "source");
    failure.set(
        "actionableFailure",
        pick(
            spine.path("actionableFailure"),
            "category",
            "severity",
            "recommendedAction",
            "automationSafe"));
    out.set("failureSpine", failure);
    out.set(
        "correctnessKind",
        orNull(certificate.path("correctnessDefinition").get("enforcementKind")));
    out.set("text", text(certificate, evidence));
    return out;
  }

  private static ObjectNode evidence(JsonNode evidence) {
    ObjectNode out = pick(evidence, "schemaVersion", "blockerCategory", "quickSignal");
    out.put("verifiedClaims", evidence.path("verifiedClaims").size());
    out.put("unverifiedClaims", evidence.path("unverifiedClaims").size());
    out.set("missingInputs", column(evidence.path("missingInputs"), "code"));
    out.set("nextActions", column(evidence.path("nextActions"), "id"));
    out.set("rerunReadiness", orNull(evidence.get("rerunReadiness")));
    JsonNode path = evidence.get("rerunPath");
    out.set("rerunPath", path == null ? NullNode.instance : pick(path, "type", "sameInputs"));
    out.set("remediationItems", items(evidence.get("remediationItems")));
    return out;
  }

  private static JsonNode items(@Nullable JsonNode items) {
    if (items == null) {
      return NullNode.instance;
    }
    ArrayNode out = NODES.arrayNode();
    for (JsonNode item : items) {
      ObjectNode projected =
          pick(item, "id", "scope", "primary", "reasonCodes", "recommendedAction");
      projected.set("projectionKind", orNull(item.path("expectedState").get("projectionKind")));
      projected.set("automationClass", orNull(item.path("automation").get("class")));
      projected.set("humanReviewRequired", orNull(item.path("humanReview").get("required")));
      projected.set("rerunPathType", orNull(item.path("rerunPath").get("type")));
      out.add(projected);
    }
    return out;
  }

  private static ObjectNode text(JsonNode certificate, JsonNode evidence) {
    ObjectNode out = NODES.objectNode();
    out.set("declaredActions", column(certificate.path("steps"), "declaredAction"));
    out.set("verifiedClaims", orNull(evidence.get("verifiedClaims")));
    out.set("unverifiedClaims", orNull(evidence.get("unverifiedClaims")));
    ArrayNode hints = out.putArray("missingInputHints");
    for (JsonNode input : evidence.path("missingInputs")) {
      boolean prose = input.path("code").asText().equals("none_reported");
      hints.add(prose ? NullNode.instance : input.get("hint"));
    }
    return out;
  }

  private static ArrayNode column(JsonNode rows, String name) {
    ArrayNode out = NODES.arrayNode();
    rows.forEach(row -> out.add(orNull(row.get(name))));
    return out;
  }
}
