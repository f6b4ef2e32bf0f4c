package dev.assay.core.director;

import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The fixed text that the same delegate gets after a failed attempt (delegation-verification, "The
 * Ralph loop"). Only the reason varies; it is bounded and holds no control characters.
 */
public final class RetryPrompt {

  /** Characters of the reason. */
  public static final int REASON_CHARS_MAX = 1_000;

  private static final int SIGNATURES_SHOWN_MAX = 5;

  private RetryPrompt() {}

  /** The prompt for a reason, which is cut at {@link #REASON_CHARS_MAX} characters. */
  public static String of(String reason) {
    return "VERIFICATION FAILED on the previous attempt: "
        + clean(reason)
        + "\n\nThe task is NOT complete. Re-examine the actual state of the world and finish the"
        + " work. Do not just claim success — actually verify the side effects exist before"
        + " responding.";
  }

  static String ofReports(List<ReportFact> reports) {
    return of(
        reports.stream()
            .map(fact -> fact.message().report())
            .filter(report -> report.result() == Result.FAIL)
            .map(RetryPrompt::reason)
            .collect(Collectors.joining("; ")));
  }

  private static String reason(VerificationReport report) {
    return report.verifierType()
        + ": "
        + report.summary()
        + report.failureSignatures().stream()
            .limit(SIGNATURES_SHOWN_MAX)
            .map(FailureSignature::text)
            .collect(Collectors.joining(" | ", " [", "]"));
  }

  private static String clean(String reason) {
    StringBuilder out = new StringBuilder();
    reason
        .codePoints()
        .map(c -> Character.isISOControl(c) ? ' ' : c)
        .limit(REASON_CHARS_MAX)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
