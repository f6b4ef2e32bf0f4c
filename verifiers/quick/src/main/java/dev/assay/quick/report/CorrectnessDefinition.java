package dev.assay.quick.report;

import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.Comparator;
import java.util.List;

/** What would have to hold for a unit that is not verified, in a form that can be enforced. */
final class CorrectnessDefinition {

  private CorrectnessDefinition() {}

  static JsonObject json(Unit unit) {
    String kind = kind(unit.plan());
    return JsonObject.builder()
        .put("schemaVersion", 1)
        .put("enforcementKind", kind)
        .put("mustAlwaysHold", mustAlwaysHold(unit))
        .put(
            "enforceAs",
            Json.texts(
                List.of(
                    "Export the inferred contract and replay it with assay check.",
                    "Write a registry entry by hand and replay it with assay check.")))
        .put("enforceableProjection", projection(unit, kind))
        .put(
            "remediationAlignment",
            JsonObject.builder()
                .put("recommendedAction", firstCode(unit).action().word())
                .put("automationSafe", false)
                .build())
        .build();
  }

  static String kind(UnitPlan plan) {
    return switch (plan) {
      case UnitPlan.RowCheck _ -> "quick_inferred_sql_row";
      case UnitPlan.RelatedCheck _ -> "quick_inferred_relational";
      case UnitPlan.Gap _ -> "quick_mapping_gap";
    };
  }

  /** Reason codes hold ASCII capitals and underscores only, so UTF-16 order is locale order. */
  static Remediation firstCode(Unit unit) {
    return unit.codes().stream()
        .min(Comparator.comparing(ReasonCode::name))
        .map(Remediation::of)
        .orElse(Remediation.REVIEW);
  }

  static String mustAlwaysHold(Unit unit) {
    return switch (unit.plan()) {
      case UnitPlan.RowCheck check ->
          "After tool "
              + ReportText.line(unit.action().toolName())
              + ", table "
              + check.table()
              + " holds exactly one row with the inferred identity and the inferred field values.";
      case UnitPlan.RelatedCheck check ->
          "After tool "
              + ReportText.line(unit.action().toolName())
              + ", some row of table "
              + check.table()
              + " carries the inferred foreign key value.";
      case UnitPlan.Gap _ ->
          "Tool "
              + ReportText.line(unit.action().toolName())
              + " names its table and its key, so that its effect can be found.";
    };
  }

  private static JsonObject projection(Unit unit, String kind) {
    JsonObject.Builder out =
        JsonObject.builder()
            .put("projectionKind", kind)
            .put("quickProvisional", true)
            .put("toolName", unit.action().toolName())
            .put("actionIndex", unit.action().index());
    return switch (unit.plan()) {
      case UnitPlan.RowCheck check ->
          out.put("unitId", unit.id())
              .put("table", check.table())
              .put("sqlRowRequest", check.request().json())
              .build();
      case UnitPlan.RelatedCheck check -> related(out, unit, check);
      case UnitPlan.Gap gap ->
          out.put("reasonCodes", codes(gap.codes()))
              .put("table", gap.table().isEmpty() ? Scalar.Null.NULL : Json.text(gap.table()))
              .build();
    };
  }

  private static JsonObject related(
      JsonObject.Builder out, Unit unit, UnitPlan.RelatedCheck check) {
    JsonObject request = check.request().json();
    Json matches = request.get("matchEq");
    return out.put("unitId", unit.id())
        .put("childTable", check.table())
        .put("checkId", check.request().id())
        .put("matchEq", matches == null ? Scalar.Null.NULL : matches)
        .build();
  }

  static Json codes(List<ReasonCode> codes) {
    return Json.texts(codes.stream().map(ReasonCode::name).toList());
  }
}
