package dev.assay.quick.check;

import dev.assay.quick.check.CheckOutcome.StepStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything one replay established.
 *
 * @param irregular whether capture order or time stamps contradict the steps; informs only
 */
record CheckResult(
    String workflowId,
    List<StepResult> steps,
    List<RunReason> reasons,
    boolean irregular,
    RunStatus status) {

  static CheckResult of(
      String workflowId, List<StepResult> steps, List<RunReason> reasons, boolean irregular) {
    return new CheckResult(
        workflowId,
        List.copyOf(steps),
        List.copyOf(reasons),
        irregular,
        RunStatus.of(steps, reasons));
  }

  /** {@code trusted}, {@code not_trusted} or {@code unknown}, over the release-critical steps. */
  String releaseCriticalVerdict() {
    String verdict = "trusted";
    for (StepResult step : steps) {
      if (step.releaseCritical()) {
        switch (step.outcome().status()) {
          case VERIFIED -> {}
          case MISSING, INCONSISTENT -> {
            return "not_trusted";
          }
          case INCOMPLETE_VERIFICATION, UNCERTAIN, PARTIALLY_VERIFIED -> verdict = "unknown";
        }
      }
    }
    return verdict;
  }

  /** The verdict of the first line on standard error. */
  String truthVerdict() {
    return switch (status) {
      case COMPLETE -> "trusted";
      case INCONSISTENT -> "not_trusted";
      case INCOMPLETE -> "unknown";
    };
  }

  /** All codes: those of the steps in order, then those of the run. */
  List<CheckCode> codes() {
    List<CheckCode> codes = new ArrayList<>();
    for (StepResult step : steps) {
      CheckCode code = step.outcome().code();
      if (code != null) {
        codes.add(code);
      }
    }
    reasons.forEach(reason -> codes.add(reason.code()));
    return codes;
  }

  long verifiedSteps() {
    return steps.stream().filter(StepResult::verified).count();
  }

  /** Why a run as a whole is incomplete. */
  record RunReason(CheckCode code, String message) {}

  /**
   * One step of a replay.
   *
   * @param declared what the contract says the tool does, with this event's parameters
   * @param expected what had to be found, in patterned words
   */
  record StepResult(
      long seq,
      String toolId,
      boolean releaseCritical,
      String declared,
      String expected,
      CheckOutcome outcome) {

    boolean verified() {
      return outcome.status() == StepStatus.VERIFIED;
    }
  }
}
