package dev.assay.quick.check;

import dev.assay.quick.check.CheckOutcome.StepStatus;
import dev.assay.quick.check.CheckResult.RunReason;
import dev.assay.quick.check.CheckResult.StepResult;
import java.util.List;

/** The rollup of a replay. */
enum RunStatus {
  /** Every step is verified, and nothing else is wrong. */
  COMPLETE("complete", "matches_expectations", "safe", 0),
  /** Some step contradicts the contract. */
  INCONSISTENT("inconsistent", "does_not_match", "unsafe", 1),
  /** Anything else. */
  INCOMPLETE("incomplete", "not_established", "unknown", 2);

  private final String word;
  private final String stateRelation;
  private final String trust;
  private final int exitCode;

  RunStatus(String word, String stateRelation, String trust, int exitCode) {
    this.word = word;
    this.stateRelation = stateRelation;
    this.trust = trust;
    this.exitCode = exitCode;
  }

  static RunStatus of(List<StepResult> steps, List<RunReason> reasons) {
    if (!reasons.isEmpty() || any(steps, StepStatus.INCOMPLETE_VERIFICATION)) {
      return INCOMPLETE;
    }
    if (any(steps, StepStatus.MISSING)
        || any(steps, StepStatus.INCONSISTENT)
        || any(steps, StepStatus.PARTIALLY_VERIFIED)) {
      return INCONSISTENT;
    }
    return steps.stream().allMatch(StepResult::verified) ? COMPLETE : INCOMPLETE;
  }

  private static boolean any(List<StepResult> steps, StepStatus status) {
    return steps.stream().anyMatch(step -> step.outcome().status() == status);
  }

  String word() {
    return word;
  }

  String stateRelation() {
    return stateRelation;
  }

  /** The word of the failure spine. */
  String trust() {
    return trust;
  }

  int exitCode() {
    return exitCode;
  }
}
