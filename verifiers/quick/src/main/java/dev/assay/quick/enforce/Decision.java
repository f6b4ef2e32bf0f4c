package dev.assay.quick.enforce;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.enforce.EnforceArguments.Operation;
import dev.assay.quick.enforce.Transition.Acceptance;
import dev.assay.quick.enforce.WorkflowState.Lifecycle;
import org.jspecify.annotations.Nullable;

/**
 * What an operation comes to: the lifecycle of a workflow as a pure function.
 *
 * @param resultStatus what happened
 * @param trusted whether a release may rest on it
 * @param code the reason of the decision
 * @param lifecycle the state afterwards
 * @param baseline the baseline afterwards
 * @param changed whether anything has to be stored
 */
record Decision(
    Operation operation,
    String resultStatus,
    boolean trusted,
    String code,
    Lifecycle lifecycle,
    MaterialTruth baseline,
    @Nullable String pendingAcceptHash,
    boolean changed) {

  /** Whether the run differs from its baseline: exit code 4. */
  boolean isDrift() {
    return resultStatus.equals("drift") || resultStatus.equals("rerun_fail");
  }

  /**
   * Makes {@code observed} the first baseline.
   *
   * @throws CommandException ENFORCE_INVALID_TRANSITION or ENFORCE_DECISION_GRADE_REQUIRED
   */
  static Decision createBaseline(WorkflowState state, MaterialTruth observed)
      throws CommandException {
    if (state.lifecycle() != Lifecycle.BASELINE_MISSING) {
      throw new CommandException(
          ErrorCode.ENFORCE_INVALID_TRANSITION,
          "expected no baseline, found lifecycle state "
              + state.lifecycle().word()
              + "; accept a drift with --accept-drift");
    }
    requireDecisionGrade(observed);
    return new Decision(
        Operation.CREATE_BASELINE,
        "baseline_created",
        true,
        "BASELINE_ESTABLISHED",
        Lifecycle.BASELINE_ACTIVE,
        observed,
        null,
        true);
  }

  /**
   * Compares {@code observed} with the baseline.
   *
   * @throws CommandException ENFORCE_BASELINE_REQUIRED or ENFORCE_REMEDIATION_ACK_REQUIRED
   */
  static Decision check(WorkflowState state, MaterialTruth observed) throws CommandException {
    MaterialTruth baseline = state.baseline();
    if (baseline == null) {
      throw new CommandException(
          ErrorCode.ENFORCE_BASELINE_REQUIRED,
          "expected a baseline, found none (BASELINE_MISSING); create one with --create-baseline");
    }
    boolean equal = baseline.sha256().equals(observed.sha256());
    return switch (state.lifecycle()) {
      case BASELINE_MISSING -> throw new IllegalStateException("a missing baseline has no truth");
      case BASELINE_ACTIVE ->
          equal
              ? checked("match", true, "CHECK_MATCH", Lifecycle.BASELINE_ACTIVE, state, false)
              : drift("drift", "DRIFT_DETECTED", baseline, true);
      case ACTION_REQUIRED -> {
        if (equal) {
          throw new CommandException(
              ErrorCode.ENFORCE_REMEDIATION_ACK_REQUIRED,
              "the run matches its baseline again, but the drift before it was never decided"
                  + " (REMEDIATION_ACK_REQUIRED); acknowledge with --accept-drift"
                  + " --expected-projection-hash "
                  + state.pendingAcceptHash()
                  + " --lifecycle-state-version "
                  + state.version());
        }
        yield drift("drift", "DRIFT_DETECTED", baseline, false);
      }
      case RERUN_REQUIRED ->
          equal
              ? checked("rerun_pass", true, "RERUN_PASS", Lifecycle.BASELINE_ACTIVE, state, true)
              : drift("rerun_fail", "RERUN_FAIL", baseline, true);
    };
  }

  /**
   * Makes a drift the new baseline.
   *
   * @throws CommandException ENFORCE_INVALID_TRANSITION, ENFORCE_STALE_STATE_VERSION,
   *     ENFORCE_EXPECTED_HASH_MISMATCH or ENFORCE_DECISION_GRADE_REQUIRED
   */
  static Decision accept(WorkflowState state, MaterialTruth observed, Acceptance acceptance)
      throws CommandException {
    if (state.lifecycle() != Lifecycle.ACTION_REQUIRED) {
      throw new CommandException(
          ErrorCode.ENFORCE_INVALID_TRANSITION,
          "expected a drift that waits for a decision, found lifecycle state "
              + state.lifecycle().word()
              + "; run a check first");
    }
    if (acceptance.version() != state.version()) {
      throw staleVersion(acceptance.version(), state.version());
    }
    if (!acceptance.expectedHash().equals(state.pendingAcceptHash())) {
      throw new CommandException(
          ErrorCode.ENFORCE_EXPECTED_HASH_MISMATCH,
          "expected projection hash "
              + acceptance.expectedHash()
              + ", found "
              + state.pendingAcceptHash()
              + " pending; look at the last drift check again");
    }
    requireDecisionGrade(observed);
    return new Decision(
        Operation.ACCEPT_DRIFT,
        "accepted",
        false,
        "DRIFT_ACCEPTED",
        Lifecycle.RERUN_REQUIRED,
        observed,
        null,
        true);
  }

  static CommandException staleVersion(long expected, long found) {
    return new CommandException(
        ErrorCode.ENFORCE_STALE_STATE_VERSION,
        "expected lifecycle state version "
            + expected
            + ", found "
            + found
            + "; look at the state again before you decide");
  }

  private static void requireDecisionGrade(MaterialTruth observed) throws CommandException {
    if (!observed.isDecisionGrade()) {
      throw new CommandException(
          ErrorCode.ENFORCE_DECISION_GRADE_REQUIRED,
          "expected a contract replay (--events and --registry), found a preview run (--input); a"
              + " preview guesses its expectations and cannot be a baseline");
    }
  }

  private static Decision checked(
      String status,
      boolean trusted,
      String code,
      Lifecycle lifecycle,
      WorkflowState state,
      boolean changed) {
    MaterialTruth baseline = state.baseline();
    if (baseline == null) {
      throw new IllegalStateException("a match needs a baseline");
    }
    return new Decision(Operation.CHECK, status, trusted, code, lifecycle, baseline, null, changed);
  }

  private static Decision drift(
      String status, String code, MaterialTruth baseline, boolean changed) {
    return new Decision(
        Operation.CHECK,
        status,
        false,
        code,
        Lifecycle.ACTION_REQUIRED,
        baseline,
        baseline.sha256(),
        changed);
  }
}
