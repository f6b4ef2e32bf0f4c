package dev.assay.quick.enforce;

import dev.assay.schemas.Digests;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * What of a run has to stay the same from run to run (schemaVersion 2): no prose, no times.
 *
 * @param json the projection of the certificate
 * @param sha256 hash of its stable text, in lower-case hex
 */
record MaterialTruth(JsonObject json, String sha256) {

  private static final String DECISION_GRADE = "contract_sql";

  /** The material truth of the run that {@code certificate} describes. */
  static MaterialTruth of(JsonObject certificate) {
    return stored(
        JsonObject.builder()
            .put("schemaVersion", 2)
            .put("workflowId", member(certificate, "workflowId"))
            .put("runKind", member(certificate, "runKind"))
            .put("stateRelation", member(certificate, "stateRelation"))
            .put("reasonCodes", reasonCodes(certificate))
            .put(
                "evidenceGapPrimary",
                member(Json.objectOf(certificate.get("evidenceCompleteness")), "blockerCategory"))
            .put("steps", steps(certificate))
            .put("checkpointVerdicts", JsonArray.of())
            .build());
  }

  /** A material truth that was computed before. */
  static MaterialTruth stored(JsonObject json) {
    return new MaterialTruth(json, hash(json));
  }

  /** Whether a run of this kind may become a baseline. */
  boolean isDecisionGrade() {
    return Json.textOf(json.get("runKind")).equals(DECISION_GRADE);
  }

  /** SHA-256 of the stable text of {@code value}, in lower-case hex. */
  static String hash(Json value) {
    return Digests.sha256Hex(JsonText.stable(value));
  }

  private static Json reasonCodes(JsonObject certificate) {
    TreeSet<String> codes = new TreeSet<>();
    for (JsonObject detail :
        Json.objectsOf(Json.objectOf(certificate.get("explanation")).get("details"))) {
      codes.add(Json.textOf(detail.get("code")));
    }
    return Json.texts(codes);
  }

  private static Json steps(JsonObject certificate) {
    List<JsonObject> steps = new ArrayList<>();
    for (JsonObject step : Json.objectsOf(certificate.get("steps"))) {
      steps.add(
          JsonObject.builder()
              .put("seq", seq(step))
              .put("toolId", Json.textOf(step.get("toolId")))
              .put("declaredAction", member(step, "declaredAction"))
              .put("expectedOutcome", member(step, "expectedOutcome"))
              .put("observedOutcome", member(step, "observedOutcome"))
              .build());
    }
    steps.sort(
        Comparator.comparingLong(MaterialTruth::seq)
            .thenComparing(step -> Json.textOf(step.get("toolId"))));
    JsonArray.Builder out = JsonArray.builder();
    steps.forEach(out::add);
    return out.build();
  }

  static long seq(JsonObject step) {
    return step.get("seq") instanceof Scalar.Int(long value) ? value : 0;
  }

  private static String member(JsonObject object, String name) {
    return Json.textOf(object.get(name));
  }
}
