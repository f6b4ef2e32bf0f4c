package dev.assay.quick.report;

import dev.assay.quick.plan.Numbers;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.FieldOrder;
import dev.assay.quick.verify.RowRequest;
import dev.assay.toolcalls.json.JsonObject;
import java.util.StringJoiner;

/** The four single-line texts of a unit: claim, expectation, observation, verdict. */
record Reconciliation(
    String declared, String expected, String observedDatabase, String verificationVerdict) {

  static Reconciliation of(Unit unit) {
    return new Reconciliation(
        ReportText.line(
            "tool="
                + unit.action().toolName()
                + "; action#="
                + unit.action().index()
                + "; parameters_digest="
                + unit.action().digest()),
        ReportText.line(expected(unit.plan())),
        ReportText.line(unit.finding().observed()),
        "outcome="
            + unit.verdict().word()
            + "; confidence="
            + Numbers.brief(unit.plan().confidence()));
  }

  JsonObject json() {
    return JsonObject.builder()
        .put("declared", declared)
        .put("expected", expected)
        .put("observed_database", observedDatabase)
        .put("verification_verdict", verificationVerdict)
        .build();
  }

  private static String expected(UnitPlan plan) {
    return switch (plan) {
      case UnitPlan.Gap _ -> HumanCopy.EXPECTED_NOTHING;
      case UnitPlan.RelatedCheck check -> "related_exists; id=" + check.request().id();
      case UnitPlan.RowCheck check -> row(check.request());
    };
  }

  private static String row(RowRequest request) {
    StringJoiner identity = new StringJoiner(", ", "[", "]");
    for (ColumnEquals match : request.identityEq()) {
      identity.add(match.column() + "=" + match.value());
    }
    return "table="
        + request.table()
        + "; table="
        + request.table()
        + " identity="
        + identity
        + " required_fields=["
        + String.join(", ", FieldOrder.sorted(request.requiredFields().keySet()))
        + "]";
  }
}
