package dev.assay.quick.report;

import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** How complete the evidence of a run is, and what would complete it (schemaVersion 1). */
final class EvidenceCompleteness {

  private static final int ITEMS_MAX = 32;
  private static final int ITEM_CODES_MAX = 8;

  /** One thing to put right. */
  private record Item(
      String id,
      String scope,
      List<String> codes,
      Remediation remediation,
      String failedCheck,
      String reason,
      JsonObject expectedState) {}

  /** The three enumerations that follow from the situation. */
  private record Situation(String blocker, String signal, String readiness) {}

  private final QuickResult result;
  private final FailureSpine spine;
  private final List<String> runCodes;

  private EvidenceCompleteness(QuickResult result, FailureSpine spine) {
    this.result = result;
    this.spine = spine;
    this.runCodes = result.runCodes();
  }

  static JsonObject json(QuickResult result, FailureSpine spine) {
    return new EvidenceCompleteness(result, spine).build();
  }

  private JsonObject build() {
    Situation situation = situation();
    JsonObject.Builder out =
        JsonObject.builder()
            .put("schemaVersion", 1)
            .put("blockerCategory", situation.blocker())
            .put("quickSignal", situation.signal())
            .put("verifiedClaims", claims(true))
            .put("unverifiedClaims", claims(false))
            .put("missingInputs", JsonArray.of(missingInput()))
            .put("nextActions", nextActions());
    if (result.verdict() != RunVerdict.PASS) {
      List<Item> items = items();
      out.put("rerunReadiness", situation.readiness())
          .put("rerunPath", rerunPath(items.getFirst().remediation()))
          .put("remediationItems", itemsJson(items));
    }
    return out.build();
  }

  private Situation situation() {
    if (result.has(IngestCode.INGEST_NO_ACTIONS)) {
      return new Situation("ingest_empty", "no_actions", "fix_inputs_before_rerun");
    }
    if (result.has(IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY)) {
      return new Situation(
          "ingest_unstructured", "no_structured_activity", "fix_inputs_before_rerun");
    }
    if (result.units().isEmpty()) {
      return new Situation("registry_resolution", "no_sql_candidates", "fix_registry_before_rerun");
    }
    return switch (result.verdict()) {
      case PASS -> new Situation("preview_lane", "sql_ran_passed", "");
      case FAIL ->
          new Situation("state_mismatch", "sql_ran_failed", "reconcile_state_before_rerun");
      case UNCERTAIN ->
          new Situation(
              "verification_incomplete",
              "sql_ran_uncertain",
              spine.isConnectorError() ? "rerun_ready_same_inputs" : "manual_review_before_rerun");
    };
  }

  private Json claims(boolean verified) {
    List<String> claims = new ArrayList<>();
    for (Unit unit : result.units()) {
      if (unit.verified() == verified && claims.size() < QuickLimits.CLAIMS_MAX) {
        String claim = "unit=" + unit.id() + " tool=" + unit.action().toolName();
        claims.add(
            ReportText.claim(
                verified ? claim : claim + ": " + Reconciliation.of(unit).verificationVerdict()));
      }
    }
    return Json.texts(claims);
  }

  private JsonObject missingInput() {
    if (!runCodes.isEmpty()) {
      return missing("ingest", ReportText.hint(joinedCodes()));
    }
    for (Unit unit : result.units()) {
      if (!unit.codes().isEmpty()) {
        return missing(
            unit.codes().getFirst().name(),
            ReportText.hint(unit.id() + ":" + unit.action().toolName()));
      }
    }
    return missing("none_reported", "The run reports no missing input.");
  }

  /** All ingest codes with repetitions, as far as a hint can show them. */
  private String joinedCodes() {
    StringBuilder out = new StringBuilder();
    for (IngestCode code : result.ingest().reasonCodes()) {
      if (out.length() > QuickLimits.HINT_CHARS_MAX) {
        return out.toString();
      }
      out.append(out.isEmpty() ? "" : ",").append(code.name());
    }
    if (result.unitCapExceeded()) {
      out.append(out.isEmpty() ? "" : ",").append(QuickResult.UNIT_CAP_EXCEEDED);
    }
    return out.toString();
  }

  private static JsonObject missing(String code, String hint) {
    return JsonObject.builder().put("code", code).put("hint", hint).build();
  }

  private Json nextActions() {
    JsonArray.Builder out = JsonArray.builder().add(spine.action().json());
    if (result.verdict() != RunVerdict.PASS) {
      out.add(NextAction.FIX_REGISTRY_EVENTS_OR_COMPARE_FILES.json());
    }
    return out.build();
  }

  private List<Item> items() {
    List<Item> items = new ArrayList<>();
    if (!runCodes.isEmpty() || result.units().isEmpty()) {
      items.add(ingestItem());
    }
    for (Unit unit : result.units()) {
      if (!unit.verified() && items.size() < ITEMS_MAX) {
        items.add(unitItem(unit));
      }
    }
    return items;
  }

  private Item ingestItem() {
    List<String> codes =
        runCodes.isEmpty()
            ? List.of(IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY.name())
            : runCodes;
    return new Item(
        "quick_ingest",
        "quick_ingest",
        codes.stream().sorted().limit(ITEM_CODES_MAX).toList(),
        Remediation.REVIEW,
        "Reading tool calls from the input",
        "The input did not give a complete set of claims to check.",
        JsonObject.builder()
            .put("summary", "Every tool call of the input becomes a claim that maps to a table.")
            .build());
  }

  private static Item unitItem(Unit unit) {
    return new Item(
        "quick:" + unit.id(),
        "quick_unit",
        unit.codes().stream()
            .map(ReasonCode::name)
            .distinct()
            .sorted()
            .limit(ITEM_CODES_MAX)
            .toList(),
        CorrectnessDefinition.firstCode(unit),
        failedCheck(unit),
        HumanCopy.humanFragmentForReasonCode(unit.codes().getFirst()),
        JsonObject.builder()
            .put("summary", ReportText.line(CorrectnessDefinition.mustAlwaysHold(unit)))
            .put("projectionKind", CorrectnessDefinition.kind(unit.plan()))
            .build());
  }

  private static String failedCheck(Unit unit) {
    return switch (unit.plan()) {
      case UnitPlan.RowCheck _ -> "Row check of unit " + unit.id();
      case UnitPlan.RelatedCheck _ -> "Relation check of unit " + unit.id();
      case UnitPlan.Gap _ -> "Mapping of unit " + unit.id();
    };
  }

  private static Json itemsJson(List<Item> items) {
    JsonArray.Builder out = JsonArray.builder();
    boolean primary = true;
    for (Item item : items) {
      Remediation remediation = item.remediation();
      out.add(
          JsonObject.builder()
              .put("id", item.id())
              .put("scope", item.scope())
              .put("primary", primary)
              .put("failedCheck", item.failedCheck())
              .put("reasonCodes", Json.texts(item.codes()))
              .put("reason", item.reason())
              .put("recommendedAction", remediation.action().word())
              .put("actionText", remediation.action().sentence())
              .put("expectedState", item.expectedState())
              .put("automation", automation(remediation))
              .put("humanReview", humanReview(remediation))
              .put("rerunPath", rerunPath(remediation))
              .build());
      primary = false;
    }
    return out.build();
  }

  private static JsonObject automation(Remediation remediation) {
    return JsonObject.builder()
        .put("class", remediation.automationClass())
        .put("label", remediation.automationLabel())
        .put("boundary", remediation.automationBoundary())
        .build();
  }

  private static JsonObject humanReview(Remediation remediation) {
    JsonObject.Builder out =
        JsonObject.builder().put("required", remediation.humanReviewRequired());
    if (remediation.humanReviewRequired()) {
      out.put("decisionPrompt", "Does the database show what this tool call claims?")
          .put(
              "evidenceToInspect",
              Json.texts(List.of("the tool call in the input", "the row or table it names")));
    }
    return out.build();
  }

  private static JsonObject rerunPath(Remediation remediation) {
    return JsonObject.builder()
        .put("type", remediation.rerunType())
        .put("sameInputs", remediation.sameInputs())
        .put("prerequisite", remediation.action().sentence())
        .put("meaningfulWhen", remediation.meaningfulWhen())
        .put("readinessLabel", remediation.readinessLabel())
        .build();
  }
}
