package dev.assay.quick.check;

import dev.assay.quick.check.CheckResult.RunReason;
import dev.assay.quick.check.CheckResult.StepResult;
import dev.assay.quick.report.ReportText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;

/** The Outcome Certificate (schemaVersion 3) of a replay. Every text is cut to its limit. */
final class CheckCertificate {

  private CheckCertificate() {}

  static JsonObject of(CheckResult result, String humanReport) {
    boolean complete = result.status() == RunStatus.COMPLETE;
    CheckEvidence evidence = new CheckEvidence(result);
    String summary =
        "Contract replay ended "
            + result.status().word()
            + ": "
            + CheckReport.summary(result)
            + ".";
    return JsonObject.builder()
        .put("schemaVersion", 3)
        .put("workflowId", result.workflowId())
        .put("runKind", "contract_sql")
        .put("stateRelation", result.status().stateRelation())
        .put("highStakesReliance", complete ? "permitted" : "prohibited")
        .put("releaseCriticalVerdict", result.releaseCriticalVerdict())
        .put("relianceRationale", rationale(result.status()))
        .put("intentSummary", summary)
        .put(
            "explanation",
            JsonObject.builder().put("headline", summary).put("details", details(result)).build())
        .put("steps", steps(result))
        .put("humanReport", humanReport)
        .put("evidenceCompleteness", evidence.completeness())
        .put("failureSpine", evidence.spine())
        .build();
  }

  private static String rationale(RunStatus status) {
    return switch (status) {
      case COMPLETE ->
          "Every step of the contract was found in the database by read-only SQL at the moment of"
              + " the run.";
      case INCONSISTENT ->
          "The database contradicts the contract. No decision may rest on the claim.";
      case INCOMPLETE ->
          "The contract could not be checked as a whole. No evidence is not a proof.";
    };
  }

  private static Json details(CheckResult result) {
    JsonArray.Builder details = JsonArray.builder();
    for (StepResult step : result.steps()) {
      CheckCode code = step.outcome().code();
      if (code != null) {
        details.add(detail(code, "seq=" + step.seq() + ": " + step.outcome().message()));
      }
    }
    for (RunReason reason : result.reasons()) {
      details.add(detail(reason.code(), reason.message()));
    }
    return details.build();
  }

  private static JsonObject detail(CheckCode code, String message) {
    return JsonObject.builder()
        .put("code", code.name())
        .put("message", ReportText.line(message))
        .build();
  }

  private static Json steps(CheckResult result) {
    JsonArray.Builder steps = JsonArray.builder();
    for (StepResult step : result.steps()) {
      steps.add(
          JsonObject.builder()
              .put("seq", step.seq())
              .put("toolId", step.toolId())
              .put("releaseCritical", step.releaseCritical())
              .put("declaredAction", step.declared())
              .put("expectedOutcome", step.expected())
              .put("observedOutcome", ReportText.line(step.outcome().observed()))
              .build());
    }
    return steps.build();
  }
}
