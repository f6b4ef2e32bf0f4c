package dev.assay.testreport;

import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.io.Serial;

/** Why a report cannot be believed as a whole. Any of them rules a PASS out. */
enum InconclusiveReason {
  EMPTY(
      "empty",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "The report holds no bytes, so nothing is known about any test.",
      "Run the tests again and send the whole report."),
  UNKNOWN_FORMAT(
      "unknown-format",
      Why.MISSING_TOOL,
      Risk.MEDIUM,
      "No reader knows this format, so nothing in it was judged.",
      "Send JUnit XML, TAP, go test -json, CTRF, SARIF, Checkstyle XML or a process-exit record."),
  TRUNCATED(
      "truncated",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "The report ends before its end; what the missing part tells is unknown.",
      "Run the tests again, let the runner finish, and send the whole report."),
  MALFORMED(
      "malformed",
      Why.SEMANTICS,
      Risk.MEDIUM,
      "The report breaks the rules of its format; its meaning after the fault is unknown.",
      "Produce the report with the runner's own reporter and send it unchanged."),
  BAD_ENCODING(
      "bad-encoding",
      Why.SEMANTICS,
      Risk.LOW,
      "The report holds bytes that are not text in its encoding.",
      "Write the report in UTF-8."),
  TOTALS_DIFFER(
      "totals-differ",
      Why.SEMANTICS,
      Risk.HIGH,
      "The totals that the report declares differ from the tests that it lists.",
      "Send the report as the runner wrote it; a merged or edited report does not count."),
  NOTHING_EXECUTED(
      "nothing-executed",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "No test was executed, so nothing was shown to work.",
      "Check the runner's selection of tests and run it again."),
  ALL_SKIPPED(
      "all-skipped",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "Every test was skipped, so nothing was shown to work.",
      "Enable at least one test of the changed code and run it again."),
  NO_END(
      "no-end",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "The format has no end mark and no exit code came with it, so a missing tail goes unseen.",
      "Send the producer's exit code, or a report in a format with totals."),
  NOT_RUN(
      "not-run",
      Why.MISSING_TOOL,
      Risk.MEDIUM,
      "The command was not found, was interrupted or ran out of time, so it judged nothing.",
      "Run the command again in an environment where it can finish."),
  UNDECIDED(
      "undecided",
      Why.SEMANTICS,
      Risk.MEDIUM,
      "The report tells an outcome that is neither a pass nor a failure.",
      "Settle that outcome, run the tests again and send the report with the exit code."),
  SCAN_FAILED(
      "scan-failed",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "The tool says that its own run failed or was incomplete.",
      "Repair the tool's run and send its new report."),
  FORBIDDEN_MARKUP(
      "forbidden-markup",
      Why.ADVERSARY,
      Risk.HIGH,
      "The report declares a document type or entities, which no test runner writes.",
      "Treat the producer as hostile until a report without declarations arrives."),
  TOO_LARGE(
      "too-large",
      Why.ADVERSARY,
      Risk.HIGH,
      "The report is larger than the verifier reads; the rest was not seen.",
      "Split the run into reports of at most 128 MiB."),
  TOKEN_TOO_LARGE(
      "token-too-large",
      Why.ADVERSARY,
      Risk.HIGH,
      "One name, attribute or value is larger than the verifier holds; reading stopped there.",
      "Shorten the reported values, or treat the producer as hostile."),
  TOO_DEEP(
      "too-deep",
      Why.ADVERSARY,
      Risk.HIGH,
      "The report is nested deeper than any test runner nests; reading stopped there.",
      "Treat the producer as hostile until a plain report arrives."),
  TOO_MANY(
      "too-many",
      Why.ADVERSARY,
      Risk.HIGH,
      "The report lists more than the verifier counts; reading stopped there.",
      "Split the run into several reports.");

  private final String code;
  private final Why why;
  private final Risk risk;
  private final String blindSpot;
  private final String bound;

  InconclusiveReason(String code, Why why, Risk risk, String blindSpot, String bound) {
    this.code = code;
    this.why = why;
    this.risk = risk;
    this.blindSpot = blindSpot;
    this.bound = bound;
  }

  String code() {
    return code;
  }

  Why why() {
    return why;
  }

  Risk risk() {
    return risk;
  }

  String blindSpot() {
    return blindSpot;
  }

  String bound() {
    return bound;
  }

  /** Ends the reading of a report at once; what was read so far stays counted. */
  static final class UnreadableReportException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    private final InconclusiveReason reason;

    UnreadableReportException(InconclusiveReason reason) {
      super(reason.code());
      this.reason = reason;
    }

    InconclusiveReason reason() {
      return reason;
    }
  }
}
