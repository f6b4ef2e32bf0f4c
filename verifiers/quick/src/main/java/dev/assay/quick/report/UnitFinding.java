package dev.assay.quick.report;

import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.quick.report.Unit.UnitVerdict;
import dev.assay.quick.verify.RelatedVerifier.RelatedOutcome;
import dev.assay.quick.verify.RowVerifier.RowOutcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import java.util.List;

/**
 * The outcome of one unit in the words of the report.
 *
 * @param verification machine facts: row count, field, expected, actual
 * @param explanation one sentence, never empty
 * @param observed what the database showed, for the reconciliation
 */
public record UnitFinding(
    UnitVerdict verdict,
    List<ReasonCode> codes,
    JsonObject verification,
    String explanation,
    String observed) {

  private static final JsonObject NO_ROW = rowCount(0).build();
  private static final JsonObject ONE_ROW = rowCount(1).build();
  private static final JsonObject TWO_ROWS = rowCount(2).build();

  /** The finding of a unit that could not be mapped. */
  public static UnitFinding of(UnitPlan.Gap gap) {
    return new UnitFinding(
        UnitVerdict.UNCERTAIN,
        gap.codes(),
        JsonObject.empty(),
        String.join(" ", gap.rationale()),
        HumanCopy.OBSERVED_NOTHING);
  }

  /** The finding of a row unit. */
  public static UnitFinding of(RowOutcome outcome) {
    return switch (outcome) {
      case RowOutcome.Matches _ ->
          new UnitFinding(
              UnitVerdict.VERIFIED,
              List.of(),
              ONE_ROW,
              "One row has this identity, and every compared field agrees.",
              "rowCount=1");
      case RowOutcome.Absent _ -> fail(ReasonCode.ROW_ABSENT, NO_ROW, "rowCount=0");
      case RowOutcome.Duplicate _ -> fail(ReasonCode.DUPLICATE_ROWS, TWO_ROWS, "rowCount=2");
      case RowOutcome.ShapeMismatch(List<String> rowKeys) ->
          uncertain(
              ReasonCode.ROW_SHAPE_MISMATCH,
              rowCount(1).put("rowKeys", Json.texts(rowKeys)).build(),
              "rowCount=1");
      case RowOutcome.UnreadableValue(String field) ->
          uncertain(
              ReasonCode.UNREADABLE_VALUE, rowCount(1).put("field", field).build(), "rowCount=1");
      case RowOutcome.ValueMismatch(String field, String expected, String actual) ->
          fail(
              ReasonCode.VALUE_MISMATCH,
              rowCount(1)
                  .put("field", field)
                  .put("expected", expected)
                  .put("actual", actual)
                  .build(),
              "rowCount=1 field=" + field + " expected=" + expected + " actual=" + actual);
      case RowOutcome.ConnectorError(String message) -> connectorError(message);
    };
  }

  /** The finding of a relational unit. */
  public static UnitFinding of(RelatedOutcome outcome) {
    return switch (outcome) {
      case RelatedOutcome.Present _ ->
          new UnitFinding(
              UnitVerdict.VERIFIED,
              List.of(),
              JsonObject.empty(),
              "Some row of the child table carries this foreign key value.",
              HumanCopy.OBSERVED_RELATED);
      case RelatedOutcome.Absent _ ->
          fail(ReasonCode.RELATED_ROWS_ABSENT, JsonObject.empty(), HumanCopy.OBSERVED_NO_RELATED);
      case RelatedOutcome.Unusable _ ->
          uncertain(
              ReasonCode.RELATIONAL_SCALAR_UNUSABLE,
              JsonObject.empty(),
              HumanCopy.OBSERVED_UNUSABLE);
      case RelatedOutcome.ConnectorError(String message) -> connectorError(message);
    };
  }

  private static UnitFinding connectorError(String message) {
    String line = ReportText.line(message);
    return new UnitFinding(
        UnitVerdict.UNCERTAIN,
        List.of(ReasonCode.CONNECTOR_ERROR),
        JsonObject.empty(),
        line.isEmpty() ? HumanCopy.humanFragmentForReasonCode(ReasonCode.CONNECTOR_ERROR) : line,
        HumanCopy.OBSERVED_ERROR);
  }

  private static UnitFinding fail(ReasonCode code, JsonObject verification, String observed) {
    return new UnitFinding(
        UnitVerdict.FAIL,
        List.of(code),
        verification,
        HumanCopy.humanFragmentForReasonCode(code),
        observed);
  }

  private static UnitFinding uncertain(ReasonCode code, JsonObject verification, String observed) {
    return new UnitFinding(
        UnitVerdict.UNCERTAIN,
        List.of(code),
        verification,
        HumanCopy.humanFragmentForReasonCode(code),
        observed);
  }

  private static JsonObject.Builder rowCount(int count) {
    return JsonObject.builder().put("rowCount", count);
  }
}
