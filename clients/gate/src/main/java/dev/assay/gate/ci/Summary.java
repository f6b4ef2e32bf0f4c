package dev.assay.gate.ci;

/** The verdict in Markdown, for the page of a job and for a comment. */
public final class Summary {

  /** The first line of a comment, by which the next job finds it. */
  public static final String MARKER = "<!-- assay-ci -->";

  private Summary() {}

  /** The summary; everything that is not a sentence of ours is code. */
  public static String markdown(CiOutcome outcome) {
    StringBuilder out = new StringBuilder("## Assay: ").append(outcome.state().words());
    out.append("\n\n| | |\n|---|---|\n");
    row(out, "work item", CiText.code(outcome.workItem()));
    if (outcome.attempt() > 0) {
      row(out, "attempt", Integer.toString(outcome.attempt()));
    }
    row(out, "decision", CiText.code(outcome.decision()));
    row(out, "because", CiText.code(String.join(", ", outcome.codes())));
    checks(out, outcome);
    failures(out, outcome);
    if (!outcome.next().isEmpty()) {
      out.append("\nWhat would help:\n\n");
      outcome.next().forEach(each -> out.append("- ").append(CiText.code(each)).append('\n'));
    }
    String more =
        outcome.attempt() > 0 ? " More: " + CiText.code("assay explain " + outcome.workItem()) : "";
    String end = "\nNames are data that tools wrote." + more + "\n";
    return bounded(out, CiLimits.SUMMARY_CHARS_MAX - end.length()) + end;
  }

  /** The same as a comment that the next run replaces. */
  public static String comment(CiOutcome outcome) {
    return MARKER + "\n" + markdown(outcome);
  }

  private static void row(StringBuilder out, String name, String value) {
    out.append("| ").append(name).append(" | ").append(value).append(" |\n");
  }

  private static void checks(StringBuilder out, CiOutcome outcome) {
    if (outcome.checks().isEmpty()) {
      return;
    }
    out.append("\n| verifier | result | known as | attestation |\n|---|---|---|---|\n");
    for (CiOutcome.Check check : outcome.checks()) {
      out.append("| ")
          .append(CiText.code(check.verifier() + ' ' + check.version()))
          .append(" | ")
          .append(CiText.code(check.result()))
          .append(" | ")
          .append(CiText.code(check.basis()))
          .append(" | ")
          .append(CiText.code(check.attestation()))
          .append(" |\n");
    }
  }

  private static void failures(StringBuilder out, CiOutcome outcome) {
    StringBuilder lines = new StringBuilder();
    for (CiOutcome.Check check : outcome.checks()) {
      for (CiOutcome.Failure failure : check.failures()) {
        lines
            .append("- ")
            .append(CiText.code(failure.name()))
            .append(" of ")
            .append(CiText.code(check.verifier()))
            .append(", signature ")
            .append(CiText.code(failure.signature()))
            .append('\n');
      }
    }
    outcome.findings().forEach(each -> lines.append("- ").append(CiText.code(each)).append('\n'));
    if (!lines.isEmpty()) {
      out.append("\nWhat was found:\n\n").append(lines);
    }
  }

  /** Cut behind a whole line, so that no code is left open. */
  private static String bounded(StringBuilder text, int charsMax) {
    return text.length() <= charsMax
        ? text.toString()
        : text.substring(0, text.lastIndexOf("\n", charsMax) + 1) + "\nShortened.\n";
  }
}
