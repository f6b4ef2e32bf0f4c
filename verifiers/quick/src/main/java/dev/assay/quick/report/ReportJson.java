package dev.assay.quick.report;

import dev.assay.quick.export.ContractFiles;
import dev.assay.quick.ingest.Ingest.Envelopes;
import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.quick.plan.UnitPlan.TableScore;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import java.util.List;

/** The QuickVerifyReport (schemaVersion 4) of a run. */
public final class ReportJson {

  /** Version of the algorithm. */
  static final String QUICK_VERIFY_VERSION = "1.2.1";

  /** What a quick run cannot say (specification A.13). */
  public static final List<String> LIMITATIONS =
      List.of(
          "quick_verify_inferred_row_and_related_exists_only",
          "no_multi_effect_contract",
          "no_destructive_or_forbidden_row_contract",
          "contract_replay_export_row_and_eligible_related_exists_tools");

  private static final JsonObject SCOPE =
      JsonObject.builder()
          .put("quickVerifyVersion", QUICK_VERIFY_VERSION)
          .put("capabilities", Json.texts(List.of("inferred_row", "inferred_related_exists")))
          .put("limitations", Json.texts(LIMITATIONS))
          .put("ingestContract", "structured_tool_activity")
          .put("groundTruth", "read_only_sql")
          .build();

  private ReportJson() {}

  /** The report. */
  public static JsonObject of(QuickResult result) {
    JsonObject.Builder out =
        JsonObject.builder()
            .put("schemaVersion", 4)
            .put("verdict", result.verdict().word())
            .put("summary", Summary.of(result))
            .put("verificationMode", "inferred")
            .put("scope", SCOPE)
            .put("productTruth", productTruth(result))
            .put("ingest", ingest(result));
    if (!result.ingest().droppedKeys().isEmpty()) {
      out.put("ingestWarnings", warnings(result));
    }
    if (result.unitCapExceeded()) {
      out.put("runHeaderReasonCodes", Json.texts(List.of(QuickResult.UNIT_CAP_EXCEEDED)));
    }
    Envelopes envelopes = result.ingest().envelopes();
    if (envelopes != null) {
      out.put("envelopes", envelopes(envelopes));
    }
    JsonArray.Builder units = JsonArray.builder();
    result.units().forEach(unit -> units.add(unit(unit)));
    return out.put(
            "evidenceCompleteness", EvidenceCompleteness.json(result, FailureSpine.of(result)))
        .put("units", units.build())
        .put(
            "exportableRegistry",
            JsonObject.builder().put("tools", ContractFiles.registry(result.tools())).build())
        .build();
  }

  private static JsonObject productTruth(QuickResult result) {
    boolean partial =
        !result.tools().isEmpty() && result.units().stream().anyMatch(unit -> !unit.exported());
    return JsonObject.builder()
        .put("doesNotProve", Json.texts(List.of(HumanCopy.DOES_NOT_PROVE)))
        .put(
            "layers",
            JsonObject.builder()
                .put("declared", HumanCopy.LAYER_DECLARED)
                .put("expected", HumanCopy.LAYER_EXPECTED)
                .put("observed", HumanCopy.LAYER_OBSERVED)
                .build())
        .put("quickVerifyProvisional", true)
        .put("contractReplayPartialCoverage", partial)
        .build();
  }

  private static JsonObject ingest(QuickResult result) {
    JsonArray.Builder codes = JsonArray.builder();
    Json malformed = Json.text(IngestCode.MALFORMED_LINE.name());
    for (IngestCode code : result.ingest().reasonCodes()) {
      codes.add(code == IngestCode.MALFORMED_LINE ? malformed : Json.text(code.name()));
    }
    return JsonObject.builder()
        .put("reasonCodes", codes.build())
        .put("malformedLineCount", result.ingest().malformedLines())
        .put("actionCount", result.ingest().extracted())
        .build();
  }

  private static JsonObject envelopes(Envelopes envelopes) {
    return JsonObject.builder()
        .put("formats", Json.texts(envelopes.formats()))
        .put("calls", envelopes.calls())
        .put("limitations", Json.texts(envelopes.limitations()))
        .build();
  }

  private static Json warnings(QuickResult result) {
    JsonArray.Builder out = JsonArray.builder();
    for (String key : result.ingest().droppedKeys()) {
      out.add(JsonObject.builder().put("code", "DEDUPE_DROPPED").put("actionKey", key).build());
    }
    return out.build();
  }

  private static JsonObject unit(Unit unit) {
    JsonObject.Builder out =
        JsonObject.builder()
            .put("unitId", unit.id())
            .put("kind", unit.kind())
            .put("verdict", unit.verdict().word())
            .put("confidence", Json.number(unit.plan().confidence()))
            .put("reasonCodes", CorrectnessDefinition.codes(unit.codes()))
            .put(
                "sourceAction",
                JsonObject.builder()
                    .put("toolName", unit.action().toolName())
                    .put("actionIndex", unit.action().index())
                    .build())
            .put("contractEligible", unit.exported())
            .put("inference", inference(unit.plan()))
            .put("verification", unit.finding().verification())
            .put("explanation", unit.finding().explanation())
            .put("reconciliation", Reconciliation.of(unit).json());
    switch (unit.plan()) {
      case UnitPlan.RowCheck check -> out.put("request", check.request().json());
      case UnitPlan.RelatedCheck check -> out.put("request", check.request().json());
      case UnitPlan.Gap _ -> {}
    }
    if (!unit.verified()) {
      out.put("correctnessDefinition", CorrectnessDefinition.json(unit));
    }
    return out.build();
  }

  private static JsonObject inference(UnitPlan plan) {
    JsonObject.Builder out =
        JsonObject.builder()
            .put("table", plan.table())
            .put("rationale", Json.texts(plan.rationale()));
    if (plan instanceof UnitPlan.Gap gap && !gap.alternates().isEmpty()) {
      JsonArray.Builder alternates = JsonArray.builder();
      for (TableScore alternate : gap.alternates()) {
        alternates.add(
            JsonObject.builder()
                .put("table", alternate.table())
                .put("score", Json.number(alternate.score()))
                .build());
      }
      out.put("alternates", alternates.build());
    }
    return out.build();
  }
}
