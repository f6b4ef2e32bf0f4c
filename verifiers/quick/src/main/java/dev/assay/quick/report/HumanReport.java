package dev.assay.quick.report;

import dev.assay.quick.ingest.Ingest.Envelopes;
import dev.assay.quick.plan.ReasonCode;
import dev.assay.schemas.json.EcmaNumber;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.StreamSupport;

/** The text for people: three anchors, a banner, the units, evidence and failure blocks. */
public final class HumanReport {

  private static final int CLAIMS_SHOWN_MAX = 8;
  private static final int INPUTS_SHOWN_MAX = 4;
  private static final int ITEMS_SHOWN_MAX = 8;

  private final StringJoiner lines = new StringJoiner("\n");
  private final QuickResult result;

  private HumanReport(QuickResult result) {
    this.result = result;
  }

  /**
   * The report without a trailing newline.
   *
   * @param replayCommand the command that replays the exported contract, empty for none
   */
  public static String of(QuickResult result, String replayCommand) {
    HumanReport report = new HumanReport(result);
    report.head();
    report.ingest();
    report.units();
    if (!replayCommand.isEmpty()) {
      report.blank().line("Replay the exported contract with:").line("  " + replayCommand);
    }
    FailureSpine spine = FailureSpine.of(result);
    report.blank().evidence(EvidenceCompleteness.json(result, spine));
    report.blank().failure(spine);
    return report.lines.toString();
  }

  private void head() {
    line(HumanCopy.HUMAN_REPORT_BEGIN);
    line(HumanCopy.verdictLine(result.verdict()));
    line(HumanCopy.HUMAN_REPORT_END);
    line(HumanCopy.QUICK_VERIFY_BANNER_LINE_1);
    line(HumanCopy.QUICK_VERIFY_BANNER_LINE_2);
    line(HumanCopy.QUICK_VERIFY_BANNER_LINE_3);
    blank();
  }

  private void ingest() {
    for (String code : result.runCodes()) {
      line(HumanCopy.humanLineForIngestReasonCode(code));
    }
    if (result.ingest().malformedLines() > 0) {
      line("Lines that are not JSON: " + result.ingest().malformedLines());
    }
    if (!result.ingest().droppedKeys().isEmpty()) {
      line("Repeated tool calls dropped: " + result.ingest().droppedKeys().size());
    }
    Envelopes envelopes = result.ingest().envelopes();
    if (envelopes != null) {
      line("Formats: " + String.join(", ", envelopes.formats()) + "; calls: " + envelopes.calls());
      envelopes.limitations().forEach(limitation -> line("Not checked: " + limitation));
    }
    line(Summary.of(result));
    blank();
  }

  private void units() {
    line("Units:");
    line("  declared: what the tool call says. expected: what it should have left behind.");
    line("  observed_database: what was read. verification_verdict: how the two compare.");
    if (result.units().isEmpty()) {
      line("  (none)");
    }
    result.units().forEach(this::unit);
  }

  private void unit(Unit unit) {
    line(
        "- "
            + unit.id()
            + " ["
            + unit.kind()
            + "] table="
            + unit.plan().table()
            + " tool="
            + unit.action().toolName()
            + " action#="
            + unit.action().index()
            + " verdict="
            + unit.verdict().word()
            + " confidence="
            + EcmaNumber.text(unit.plan().confidence())
            + " contractEligible="
            + unit.exported());
    Reconciliation reconciliation = Reconciliation.of(unit);
    line("  declared: " + reconciliation.declared());
    line("  expected: " + reconciliation.expected());
    line("  observed_database: " + reconciliation.observedDatabase());
    line("  verification_verdict: " + reconciliation.verificationVerdict());
    line("  explanation: " + unit.finding().explanation());
    if (!unit.verified()) {
      line("  codes: " + codes(unit.codes()));
      line("  must hold: " + CorrectnessDefinition.mustAlwaysHold(unit));
      line("  recommended: " + CorrectnessDefinition.firstCode(unit).action().sentence());
    }
  }

  private static String codes(List<ReasonCode> codes) {
    StringJoiner out = new StringJoiner("; ");
    for (ReasonCode code : codes) {
      out.add(code.name() + " (" + HumanCopy.humanFragmentForReasonCode(code) + ")");
    }
    return out.toString();
  }

  private void evidence(JsonObject evidence) {
    line("evidence_completeness:");
    line(
        "blocker="
            + text(evidence, "blockerCategory")
            + " signal="
            + text(evidence, "quickSignal"));
    list(evidence, "verifiedClaims", "verified: ", CLAIMS_SHOWN_MAX);
    list(evidence, "unverifiedClaims", "unverified: ", CLAIMS_SHOWN_MAX);
    for (Json input : elements(evidence, "missingInputs", INPUTS_SHOWN_MAX)) {
      line("missing: " + text(input, "code") + " " + text(input, "hint"));
    }
    for (Json action : elements(evidence, "nextActions", INPUTS_SHOWN_MAX)) {
      line("next: " + text(action, "id") + ": " + text(action, "text"));
    }
    for (Json item : elements(evidence, "remediationItems", ITEMS_SHOWN_MAX)) {
      line("fix: " + text(item, "id") + ": " + text(item, "reason"));
    }
  }

  private void failure(FailureSpine spine) {
    line("failure_spine:");
    JsonObject json = spine.json(result);
    line("summary: " + text(json, "summary"));
    line(
        "category="
            + spine.category()
            + " severity="
            + spine.severity()
            + " action="
            + spine.action().word()
            + " automation_safe="
            + spine.automationSafe());
    line("codes: " + String.join(",", spine.primaryCodes()));
  }

  private void list(JsonObject object, String name, String prefix, int max) {
    for (Json element : elements(object, name, max)) {
      if (element instanceof Scalar scalar) {
        line(prefix + scalar.plainText());
      }
    }
  }

  private static List<Json> elements(JsonObject object, String name, int max) {
    if (object.get(name) instanceof JsonArray array) {
      return StreamSupport.stream(array.spliterator(), false).limit(max).toList();
    }
    return List.of();
  }

  private static String text(Json object, String name) {
    return object instanceof JsonObject members && members.get(name) instanceof Scalar scalar
        ? scalar.plainText()
        : "";
  }

  /** Adds one line; whatever came from outside cannot start another one. */
  private HumanReport line(String text) {
    lines.add(ReportText.visible(text));
    return this;
  }

  private HumanReport blank() {
    lines.add("");
    return this;
  }
}
