package dev.assay.core.director;

import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fixed text that the same delegate gets after a failed attempt (delegation-verification, "The
 * Ralph loop"). Only the reason varies; it is bounded and holds no control characters. It is the
 * reason of a trusted script, or says where to look: names and ids of failures, and the digest of
 * the report, which holds what tools wrote.
 */
public final class RetryPrompt {

  /** Characters of the reason. */
  public static final int REASON_CHARS_MAX = 1_000;

  private static final int SIGNATURES_SHOWN_MAX = 5;
  private static final int DIGEST_CHARS = 12;

  private RetryPrompt() {}

  /** The prompt for a reason, which is cut at {@link #REASON_CHARS_MAX} characters. */
  public static String of(String reason) {
    return "VERIFICATION FAILED on the previous attempt: "
        + clean(reason)
        + "\n\nThe task is NOT complete. Re-examine the actual state of the world and finish the"
        + " work. Do not just claim success — actually verify the side effects exist before"
        + " responding.";
  }

  /** The prompt after reports of which {@link Told} is left. */
  static String ofTold(Plan plan, List<ReportFact> reports) {
    return of(failed(reports).map(fact -> told(plan, fact)).collect(Collectors.joining("; ")));
  }

  /** The prompt as it was when reports were taken with all of their text. */
  static String ofReports(List<ReportFact> reports) {
    return of(
        failed(reports)
            .map(fact -> reason(fact.message().report()))
            .collect(Collectors.joining("; ")));
  }

  private static Stream<ReportFact> failed(List<ReportFact> reports) {
    return reports.stream().filter(fact -> fact.message().report().result() == Result.FAIL);
  }

  private static String told(Plan plan, ReportFact fact) {
    VerificationReport report = fact.message().report();
    if (Told.isReason(report, plan.verifier(report.verifierType()).ownWords())) {
      return report.verifierType() + ": " + report.summary();
    }
    List<FailureSignature> failures = report.failureSignatures();
    int more = failures.size() - SIGNATURES_SHOWN_MAX;
    return failures.stream()
        .limit(SIGNATURES_SHOWN_MAX)
        .map(failure -> failure.text() + " (" + shortened(failure.id()) + ")")
        .collect(
            Collectors.joining(
                " | ",
                report.verifierType() + ": failure signatures [",
                (more > 0 ? " and " + more + " more" : "")
                    + "], report "
                    + fact.message().reportDigest()));
  }

  private static String shortened(String id) {
    return id.substring(0, Math.min(id.length(), DIGEST_CHARS));
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
