package dev.assay.quick.report;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;

/** The Outcome Certificate (schemaVersion 3) of a quick run. */
public final class Certificate {

  private static final int ID_MAX = 512;
  private static final int LONG_MAX = 8_192;
  private static final int HEADLINE_MAX = 2_048;
  private static final int CODE_MAX = 256;
  private static final int MESSAGE_MAX = 4_096;
  private static final int HUMAN_REPORT_MAX = 1_048_576;

  private Certificate() {}

  /**
   * The certificate.
   *
   * @throws CertificateLimitException when a text is longer than the certificate's schema allows
   */
  public static JsonObject of(QuickResult result, String workflowId, String humanReport) {
    FailureSpine spine = FailureSpine.of(result);
    String summary = Summary.of(result);
    JsonArray.Builder details = JsonArray.builder();
    JsonArray.Builder steps = JsonArray.builder();
    Json correctness = null;
    int seq = 0;
    for (Unit unit : result.units()) {
      Reconciliation reconciliation = Reconciliation.of(unit);
      steps.add(step(unit, reconciliation, seq++));
      if (!unit.verified()) {
        details.add(detail(unit, reconciliation));
        correctness = correctness == null ? CorrectnessDefinition.json(unit) : correctness;
      }
    }
    JsonObject.Builder out =
        JsonObject.builder()
            .put("schemaVersion", 3)
            .put("workflowId", bounded("workflowId", workflowId, ID_MAX))
            .put("runKind", "quick_preview")
            .put("stateRelation", result.verdict().stateRelation())
            .put("highStakesReliance", "prohibited")
            .put("releaseCriticalVerdict", "trusted")
            .put("relianceRationale", HumanCopy.RELIANCE_RATIONALE)
            .put("intentSummary", bounded("intentSummary", summary, LONG_MAX))
            .put(
                "explanation",
                JsonObject.builder()
                    .put("headline", bounded("explanation.headline", summary, HEADLINE_MAX))
                    .put("details", details.build())
                    .build())
            .put("steps", steps.build())
            .put("humanReport", bounded("humanReport", humanReport, HUMAN_REPORT_MAX))
            .put("evidenceCompleteness", EvidenceCompleteness.json(result, spine))
            .put("failureSpine", spine.json(result));
    if (correctness != null) {
      out.put("correctnessDefinition", correctness);
    }
    return out.build();
  }

  private static JsonObject step(Unit unit, Reconciliation reconciliation, int seq) {
    return JsonObject.builder()
        .put("seq", seq)
        .put("releaseCritical", false)
        .put("declaredAction", declaredAction(unit.action().toolName(), unit.id()))
        .put(
            "expectedOutcome",
            bounded("steps.expectedOutcome", reconciliation.expected(), MESSAGE_MAX))
        .put(
            "observedOutcome",
            bounded("steps.observedOutcome", reconciliation.observedDatabase(), LONG_MAX))
        .build();
  }

  private static JsonObject detail(Unit unit, Reconciliation reconciliation) {
    return JsonObject.builder()
        .put("code", bounded("explanation.code", FailureSpine.explanationCode(unit), CODE_MAX))
        .put(
            "message",
            bounded("explanation.message", reconciliation.verificationVerdict(), MESSAGE_MAX))
        .build();
  }

  /**
   * The step's name of a unit; checked before the unit is worked on, too, because a tool name of
   * megabytes would make every score expensive.
   *
   * @throws CertificateLimitException when the name is longer than a certificate may hold
   */
  public static Scalar declaredAction(String toolName, String unitId) {
    return bounded("steps.declaredAction", toolName + " (unit " + unitId + ")", MESSAGE_MAX);
  }

  private static Scalar bounded(String field, String text, int codePointsMax) {
    if (text.length() > codePointsMax) {
      int found = text.codePointCount(0, text.length());
      if (found > codePointsMax) {
        throw new CertificateLimitException(
            "expected certificate field "
                + field
                + " of at most "
                + codePointsMax
                + " characters, found "
                + found
                + "; shorten the tool name in the input or the names in the schema");
      }
    }
    return Json.text(text);
  }

  /** A certificate would hold a text that its schema does not allow. */
  public static final class CertificateLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CertificateLimitException(String message) {
      super(message);
    }
  }
}
