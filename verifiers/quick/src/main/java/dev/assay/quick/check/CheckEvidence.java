package dev.assay.quick.check;

import dev.assay.quick.check.CheckResult.RunReason;
import dev.assay.quick.check.CheckResult.StepResult;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.NextAction;
import dev.assay.quick.report.ReportText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How complete the evidence of a replay is, and the one failure to judge it by. */
final class CheckEvidence {

  private final CheckResult result;
  private final CheckCode.@Nullable Kind foremost;

  CheckEvidence(CheckResult result) {
    this.result = result;
    Optional<CheckCode.Kind> kind =
        result.codes().stream().map(CheckCode::kind).min(Comparator.naturalOrder());
    this.foremost = kind.orElse(null);
  }

  /** The block {@code evidenceCompleteness} (schemaVersion 1). */
  JsonObject completeness() {
    CheckCode.Kind kind = foremost;
    JsonObject.Builder out =
        JsonObject.builder()
            .put("schemaVersion", 1)
            .put("blockerCategory", kind == null ? "none" : kind.blocker())
            .put("verifiedClaims", claims(true))
            .put("unverifiedClaims", claims(false))
            .put("missingInputs", JsonArray.of(missingInput()))
            .put("nextActions", nextActions());
    if (kind != null) {
      out.put("rerunReadiness", Repair.readiness(kind))
          .put("rerunPath", rerunPath(kind))
          .put("remediationItems", items());
    }
    return out.build();
  }

  /** The block {@code failureSpine} (schemaVersion 1). */
  JsonObject spine() {
    CheckCode.Kind kind = foremost;
    List<String> codes = result.codes().stream().map(CheckCode::name).distinct().sorted().toList();
    return JsonObject.builder()
        .put("schemaVersion", 1)
        .put("trustDecision", result.status().trust())
        .put("summary", "Contract replay ended " + result.status().word() + ".")
        .put(
            "actionableFailure",
            JsonObject.builder()
                .put("category", kind == null ? "unclassified" : kind.category())
                .put("severity", result.status() == RunStatus.INCONSISTENT ? "high" : "medium")
                .put("recommendedAction", action().word())
                .put(
                    "automationSafe",
                    kind == CheckCode.Kind.ACCESS || kind == CheckCode.Kind.TIMING)
                .build())
        .put("primaryCodes", Json.texts(codes.isEmpty() ? List.of("UNCLASSIFIED") : codes))
        .put("rerunGuidance", action().sentence())
        .put("source", "contract")
        .build();
  }

  private NextAction action() {
    return foremost == null ? NextAction.MANUAL_REVIEW : foremost.action();
  }

  private Json claims(boolean verified) {
    List<String> claims = new ArrayList<>();
    for (StepResult step : result.steps()) {
      if (step.verified() == verified && claims.size() < QuickLimits.CLAIMS_MAX) {
        String claim = "seq=" + step.seq() + " tool=" + step.toolId();
        claims.add(
            ReportText.claim(verified ? claim : claim + ": " + step.outcome().status().word()));
      }
    }
    return Json.texts(claims);
  }

  private JsonObject missingInput() {
    for (RunReason reason : result.reasons()) {
      return missing(reason.code().name(), reason.message());
    }
    for (StepResult step : result.steps()) {
      CheckCode code = step.outcome().code();
      if (code != null) {
        return missing(code.name(), "seq=" + step.seq() + " tool=" + step.toolId());
      }
    }
    return missing("none_reported", "The run reports no missing input.");
  }

  private static JsonObject missing(String code, String hint) {
    return JsonObject.builder().put("code", code).put("hint", ReportText.hint(hint)).build();
  }

  private Json nextActions() {
    JsonArray.Builder out = JsonArray.builder().add(action().json());
    if (foremost != null) {
      out.add(NextAction.FIX_REGISTRY_EVENTS_OR_COMPARE_FILES.json());
    }
    return out.build();
  }

  private Json items() {
    JsonArray.Builder out = JsonArray.builder();
    int count = 0;
    if (!result.reasons().isEmpty()) {
      List<String> codes =
          result.reasons().stream()
              .map(reason -> reason.code().name())
              .distinct()
              .sorted()
              .toList();
      CheckCode code = result.reasons().getFirst().code();
      out.add(item("contract_run", "contract_run", true, codes, code, "Every event is usable."));
      count++;
    }
    for (StepResult step : result.steps()) {
      CheckCode code = step.outcome().code();
      if (code != null && count < CheckLimits.ITEMS_MAX) {
        out.add(
            item(
                "contract:" + step.seq(),
                "contract_step",
                count == 0,
                List.of(code.name()),
                code,
                "The database shows: " + step.expected()));
        count++;
      }
    }
    return out.build();
  }

  private static JsonObject item(
      String id, String scope, boolean primary, List<String> codes, CheckCode code, String state) {
    Repair repair = Repair.of(code.kind());
    JsonObject.Builder review = JsonObject.builder().put("required", repair == Repair.REVIEW);
    return JsonObject.builder()
        .put("id", id)
        .put("scope", scope)
        .put("primary", primary)
        .put("failedCheck", scope.equals("contract_run") ? "Reading the events" : "Step " + id)
        .put("reasonCodes", Json.texts(codes.stream().limit(CheckLimits.ITEM_CODES_MAX).toList()))
        .put("reason", code.phrase())
        .put("recommendedAction", code.kind().action().word())
        .put("actionText", code.kind().action().sentence())
        .put("expectedState", JsonObject.builder().put("summary", ReportText.line(state)).build())
        .put(
            "automation",
            JsonObject.builder()
                .put("class", repair.automationClass())
                .put("label", repair.label())
                .put("boundary", repair.boundary())
                .build())
        .put("humanReview", review.build())
        .put("rerunPath", rerunPath(code.kind()))
        .build();
  }

  private static JsonObject rerunPath(CheckCode.Kind kind) {
    Repair repair = Repair.of(kind);
    return JsonObject.builder()
        .put("type", repair.rerunType())
        .put("sameInputs", repair == Repair.RETRY)
        .put("prerequisite", kind.action().sentence())
        .put("meaningfulWhen", repair.meaningfulWhen())
        .put("readinessLabel", repair.readinessLabel())
        .build();
  }
}
