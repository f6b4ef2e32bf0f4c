package dev.assay.quick.check;

import dev.assay.quick.check.CheckResult.StepResult;
import dev.assay.quick.report.NextAction;
import dev.assay.quick.report.ReportText;
import java.util.StringJoiner;

/** The text for people. */
final class CheckReport {

  private static final int REASONS_SHOWN_MAX = 20;

  private final StringJoiner lines = new StringJoiner("\n");

  private CheckReport() {}

  /** The report without a trailing newline. */
  static String of(CheckResult result) {
    CheckReport report = new CheckReport();
    report.line("=== contract replay report ===");
    report.line("Workflow: " + result.workflowId());
    report.line("Result: " + result.status().word() + " (" + summary(result) + ")");
    report.line("Event sequence: " + (result.irregular() ? "irregular" : "regular"));
    report.line("");
    report.line("Steps:");
    if (result.steps().isEmpty()) {
      report.line("  (none)");
    }
    result.steps().stream().limit(CheckLimits.STEPS_SHOWN_MAX).forEach(report::step);
    report.more(result.steps().size() - CheckLimits.STEPS_SHOWN_MAX, "steps");
    report.reasons(result);
    report.line("=== end contract replay report ===");
    String text = report.lines.toString();
    return text.length() <= CheckLimits.REPORT_CHARS_MAX
        ? text
        : text.substring(0, CheckLimits.REPORT_CHARS_MAX) + "\n(cut)";
  }

  /** The result in one sentence. */
  static String summary(CheckResult result) {
    return result.verifiedSteps()
        + " of "
        + result.steps().size()
        + " step(s) verified, "
        + result.reasons().size()
        + " problem(s) with the run as a whole";
  }

  private void step(StepResult step) {
    CheckOutcome outcome = step.outcome();
    line(
        "- seq="
            + step.seq()
            + " tool="
            + ReportText.line(step.toolId())
            + " status="
            + outcome.status().word()
            + (step.releaseCritical() ? " release-critical" : ""));
    line("  declared: " + step.declared());
    line("  expected: " + step.expected());
    line("  observed_database: " + ReportText.line(outcome.observed()));
    CheckCode code = outcome.code();
    if (code != null) {
      NextAction action = code.kind().action();
      line("  code: " + code.name() + " (" + ReportText.line(outcome.message()) + ")");
      line("  recommended: " + action.sentence());
    }
  }

  private void reasons(CheckResult result) {
    if (result.reasons().isEmpty()) {
      return;
    }
    line("");
    line("The run as a whole:");
    result.reasons().stream()
        .limit(REASONS_SHOWN_MAX)
        .forEach(reason -> line("- " + reason.code().name() + ": " + reason.message()));
    more(result.reasons().size() - REASONS_SHOWN_MAX, "problems");
  }

  private void more(int count, String what) {
    if (count > 0) {
      line("- and " + count + " more " + what + "; the certificate lists them all");
    }
  }

  private void line(String text) {
    lines.add(ReportText.visible(ReportText.redacted(text)));
  }
}
