package dev.assay.quick.enforce;

import dev.assay.quick.json.Json;
import dev.assay.quick.json.JsonArray;
import dev.assay.quick.json.JsonObject;
import dev.assay.quick.json.JsonText;
import dev.assay.quick.json.Scalar;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
                member(object(certificate.get("evidenceCompleteness")), "blockerCategory"))
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
    return text(json.get("runKind")).equals(DECISION_GRADE);
  }

  /** SHA-256 of the stable text of {@code value}, in lower-case hex. */
  static String hash(Json value) {
    return hash(JsonText.stable(value));
  }

  /** SHA-256 of {@code text} in UTF-8, in lower-case hex. */
  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static Json reasonCodes(JsonObject certificate) {
    TreeSet<String> codes = new TreeSet<>();
    for (JsonObject detail : objects(object(certificate.get("explanation")).get("details"))) {
      codes.add(text(detail.get("code")));
    }
    return Json.texts(codes);
  }

  private static Json steps(JsonObject certificate) {
    List<JsonObject> steps = new ArrayList<>();
    for (JsonObject step : objects(certificate.get("steps"))) {
      steps.add(
          JsonObject.builder()
              .put("seq", seq(step))
              .put("toolId", text(step.get("toolId")))
              .put("declaredAction", member(step, "declaredAction"))
              .put("expectedOutcome", member(step, "expectedOutcome"))
              .put("observedOutcome", member(step, "observedOutcome"))
              .build());
    }
    steps.sort(
        Comparator.comparingLong(MaterialTruth::seq)
            .thenComparing(step -> text(step.get("toolId"))));
    JsonArray.Builder out = JsonArray.builder();
    steps.forEach(out::add);
    return out.build();
  }

  static long seq(JsonObject step) {
    return step.get("seq") instanceof Scalar.Int(long value) ? value : 0;
  }

  static String text(@Nullable Json value) {
    return value instanceof Scalar.Text(String text) ? text : "";
  }

  static JsonObject object(@Nullable Json value) {
    return value instanceof JsonObject object ? object : JsonObject.empty();
  }

  static List<JsonObject> objects(@Nullable Json value) {
    List<JsonObject> objects = new ArrayList<>();
    if (value instanceof JsonArray array) {
      array.forEach(element -> objects.add(object(element)));
    }
    return objects;
  }

  private static String member(JsonObject object, String name) {
    return text(object.get(name));
  }
}
