package dev.assay.core.director;

import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Result;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the reports of one execution add up to (green-threads 4 and 7): any FAIL fails; FLAKY and
 * INCONCLUSIVE support nothing; only PASS from everything that was asked promotes.
 *
 * @param reasons stable codes, the deciding one first
 */
record Verdict(DecisionKind kind, List<String> reasons) {

  static final String ALL_REQUIRED_PASS = "ALL_REQUIRED_PASS";
  static final String VERIFICATION_FAILED = "VERIFICATION_FAILED";
  static final String RETRIES_EXHAUSTED = "RETRIES_EXHAUSTED";
  static final String EMPTY_PLAN = "EMPTY_PLAN";
  static final String UNKNOWN_REQUIRED_VERIFIER = "UNKNOWN_REQUIRED_VERIFIER";
  static final String REQUIRED_EVIDENCE_MISSING = "REQUIRED_EVIDENCE_MISSING";
  static final String FLAKY = "FLAKY";
  static final String INCONCLUSIVE = "INCONCLUSIVE";
  static final String SUGGESTION_REFUSED = "SUGGESTION_REFUSED";

  static Verdict of(Execution execution, Plan plan, int retriesMax) {
    Set<Result> results = EnumSet.noneOf(Result.class);
    for (ReportFact report : execution.reports()) {
      results.add(report.message().report().result());
    }
    List<String> reasons = new ArrayList<>();
    DecisionKind kind;
    if (results.contains(Result.FAIL)) {
      reasons.add(VERIFICATION_FAILED);
      boolean again = execution.event().data().attemptNumber() <= retriesMax;
      kind = again ? DecisionKind.RETRY : DecisionKind.ESCALATE;
      if (!again) {
        reasons.add(RETRIES_EXHAUSTED);
      }
    } else {
      addIf(reasons, plan.items().isEmpty(), EMPTY_PLAN);
      addIf(reasons, !plan.unknownRequired().isEmpty(), UNKNOWN_REQUIRED_VERIFIER);
      addIf(reasons, !plan.unmet().isEmpty(), REQUIRED_EVIDENCE_MISSING);
      addIf(reasons, results.contains(Result.FLAKY), FLAKY);
      addIf(reasons, results.contains(Result.INCONCLUSIVE), INCONCLUSIVE);
      kind = reasons.isEmpty() ? DecisionKind.PROMOTE : DecisionKind.ESCALATE;
      addIf(reasons, reasons.isEmpty(), ALL_REQUIRED_PASS);
    }
    addIf(reasons, !plan.refused().isEmpty(), SUGGESTION_REFUSED);
    return new Verdict(kind, List.copyOf(reasons));
  }

  private static void addIf(List<String> reasons, boolean holds, String reason) {
    if (holds) {
      reasons.add(reason);
    }
  }
}
