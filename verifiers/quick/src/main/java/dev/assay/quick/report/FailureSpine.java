package dev.assay.quick.report;

import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.report.Unit.UnitVerdict;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one failure that a run should be judged by, and what to do about it. */
record FailureSpine(
    String category,
    String severity,
    NextAction action,
    boolean automationSafe,
    List<String> primaryCodes,
    @Nullable Unit driver) {

  static FailureSpine of(QuickResult result) {
    Unit driver = driver(result);
    List<String> codes =
        result.units().stream()
            .filter(unit -> !unit.verified())
            .map(FailureSpine::explanationCode)
            .distinct()
            .sorted()
            .toList();
    List<String> primary = codes.isEmpty() ? List.of("UNCLASSIFIED") : codes;
    if (result.units().isEmpty()) {
      return new FailureSpine(
          "control_flow_problem",
          "medium",
          NextAction.FIX_EVENT_INGEST_AND_STEPS,
          false,
          primary,
          null);
    }
    if (driver == null) {
      return unclassified(primary, null);
    }
    return driver.verdict() == UnitVerdict.FAIL
        ? failing(driver, primary)
        : uncertain(driver, primary);
  }

  /** {@code quick_unit_fail} or {@code quick_unit_uncertain}. */
  static String explanationCode(Unit unit) {
    return "quick_unit_" + unit.verdict().word();
  }

  private static @Nullable Unit driver(QuickResult result) {
    for (UnitVerdict verdict : List.of(UnitVerdict.FAIL, UnitVerdict.UNCERTAIN)) {
      for (Unit unit : result.units()) {
        if (unit.verdict() == verdict) {
          return unit;
        }
      }
    }
    return null;
  }

  private static FailureSpine unclassified(List<String> primary, @Nullable Unit driver) {
    return new FailureSpine(
        "unclassified", "medium", NextAction.MANUAL_REVIEW, false, primary, driver);
  }

  private static FailureSpine failing(Unit driver, List<String> primary) {
    return switch (driver.codes().getFirst()) {
      case DUPLICATE_ROWS ->
          new FailureSpine(
              "state_inconsistency", "high", NextAction.DEDUPLICATE, false, primary, driver);
      case RELATED_ROWS_ABSENT ->
          new FailureSpine(
              "state_inconsistency",
              "high",
              NextAction.RECONCILE_DOWNSTREAM_STATE,
              false,
              primary,
              driver);
      case ROW_ABSENT,
          VALUE_MISMATCH,
          ROW_SHAPE_MISMATCH,
          UNREADABLE_VALUE,
          CONNECTOR_ERROR,
          RELATIONAL_SCALAR_UNUSABLE,
          MAPPING_LOW_CONFIDENCE,
          MAPPING_AMBIGUOUS,
          MAPPING_NO_UNIQUE_KEY ->
          new FailureSpine("ambiguous", "high", NextAction.MANUAL_REVIEW, false, primary, driver);
    };
  }

  private static FailureSpine uncertain(Unit driver, List<String> primary) {
    ReasonCode code = driver.codes().getFirst();
    return switch (code) {
      case CONNECTOR_ERROR, UNREADABLE_VALUE, ROW_SHAPE_MISMATCH, RELATIONAL_SCALAR_UNUSABLE ->
          new FailureSpine(
              "downstream_execution_failure",
              "medium",
              NextAction.IMPROVE_READ_CONNECTIVITY,
              code == ReasonCode.CONNECTOR_ERROR,
              primary,
              driver);
      case MAPPING_LOW_CONFIDENCE,
          MAPPING_AMBIGUOUS,
          MAPPING_NO_UNIQUE_KEY,
          ROW_ABSENT,
          DUPLICATE_ROWS,
          VALUE_MISMATCH,
          RELATED_ROWS_ABSENT ->
          unclassified(primary, driver);
    };
  }

  /** Whether the run is held up only by a read that may succeed next time. */
  boolean isConnectorError() {
    return driver != null && driver.codes().getFirst() == ReasonCode.CONNECTOR_ERROR;
  }

  JsonObject json(QuickResult result) {
    return JsonObject.builder()
        .put("schemaVersion", 1)
        .put("trustDecision", "unknown")
        .put("summary", summary(result))
        .put(
            "actionableFailure",
            JsonObject.builder()
                .put("category", category)
                .put("severity", severity)
                .put("recommendedAction", action.word())
                .put("automationSafe", automationSafe)
                .build())
        .put("primaryCodes", Json.texts(primaryCodes))
        .put("rerunGuidance", action.sentence())
        .put("source", "quick")
        .build();
  }

  private String summary(QuickResult result) {
    if (driver == null) {
      return "Verdict " + result.verdict().word() + " without a failing or uncertain unit.";
    }
    return "Verdict "
        + result.verdict().word()
        + ", first because of unit "
        + driver.id()
        + ": "
        + HumanCopy.humanFragmentForReasonCode(driver.codes().getFirst())
        + ".";
  }
}
