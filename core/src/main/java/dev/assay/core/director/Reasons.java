package dev.assay.core.director;

/** The stable codes that a decision gives as its reasons; docs/policy.md explains them. */
public final class Reasons {

  public static final String ALL_REQUIRED_PASS = "ALL_REQUIRED_PASS";
  public static final String VERIFICATION_FAILED = "VERIFICATION_FAILED";
  public static final String REPORT_CONTRADICTED = "REPORT_CONTRADICTED";
  public static final String RETRIES_EXHAUSTED = "RETRIES_EXHAUSTED";
  public static final String SAME_SIGNATURE = "SAME_SIGNATURE";
  public static final String SPLIT_DEPTH_REACHED = "SPLIT_DEPTH_REACHED";
  public static final String CONTRADICTED = "CONTRADICTED";
  public static final String PLAN_TOO_LARGE = "PLAN_TOO_LARGE";
  public static final String TOO_MANY_REQUIRED = "TOO_MANY_REQUIRED";
  public static final String STATEMENT_TOO_LARGE = "STATEMENT_TOO_LARGE";
  public static final String EMPTY_PLAN = "EMPTY_PLAN";
  public static final String UNKNOWN_REQUIRED_VERIFIER = "UNKNOWN_REQUIRED_VERIFIER";
  public static final String REQUIRED_EVIDENCE_MISSING = "REQUIRED_EVIDENCE_MISSING";
  public static final String FAILURE_NOT_CLEARED = "FAILURE_NOT_CLEARED";
  public static final String REQUIREMENTS_GREW = "REQUIREMENTS_GREW";
  public static final String EMPTY_EVIDENCE = "EMPTY_EVIDENCE";
  public static final String APPROVAL_REQUIRED = "APPROVAL_REQUIRED";
  public static final String REQUIREMENTS_LOWERED = "REQUIREMENTS_LOWERED";
  public static final String VERIFICATION_OVERDUE = "VERIFICATION_OVERDUE";
  public static final String FLAKY = "FLAKY";
  public static final String INCONCLUSIVE = "INCONCLUSIVE";
  public static final String NO_FURTHER_EVIDENCE = "NO_FURTHER_EVIDENCE";
  public static final String NEGATIVE_CONTROL_NOT_FAILED = "NEGATIVE_CONTROL_NOT_FAILED";
  public static final String EVIDENCE_BELOW_POLICY = "EVIDENCE_BELOW_POLICY";
  public static final String INDEPENDENT_ATTESTATIONS_MISSING = "INDEPENDENT_ATTESTATIONS_MISSING";
  public static final String ERROR_RATE_NOT_BOUNDED = "ERROR_RATE_NOT_BOUNDED";
  public static final String SUGGESTION_REFUSED = "SUGGESTION_REFUSED";
  public static final String MOOD_DOES_NOT_PROMOTE = "MOOD_DOES_NOT_PROMOTE";
  public static final String CHILDREN_OPEN = "CHILDREN_OPEN";
  public static final String CHILDREN_PROMOTED = "CHILDREN_PROMOTED";
  public static final String CHILD_HALTED = "CHILD_HALTED";
  public static final String CHILD_DEMOTED = "CHILD_DEMOTED";
  public static final String CHILDREN_TIMEOUT = "CHILDREN_TIMEOUT";
  public static final String HALTED = "HALTED";
  public static final String BUDGET_EXHAUSTED = "BUDGET_EXHAUSTED";
  public static final String ITERATION_BUDGET = "ITERATION_BUDGET";
  public static final String VERIFICATION_BUDGET = "VERIFICATION_BUDGET";
  public static final String TIME_BUDGET = "TIME_BUDGET";
  public static final String MOOD_BUDGET = "MOOD_BUDGET";
  public static final String APPROVAL_ANSWERED = "APPROVAL_ANSWERED";
  public static final String APPROVAL_TIMEOUT = "APPROVAL_TIMEOUT";

  private Reasons() {}
}
