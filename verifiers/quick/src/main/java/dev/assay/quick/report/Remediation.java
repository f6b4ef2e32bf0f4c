package dev.assay.quick.report;

import dev.assay.quick.plan.ReasonCode;

/** How a unit is put right: who may act and which kind of rerun has a meaning afterwards. */
public enum Remediation {
  /** Only a person can decide. */
  REVIEW(
      NextAction.MANUAL_REVIEW,
      "never_auto_mutate",
      "after_manual_review_verify",
      "Never automated",
      "No automatic change; a person decides what the claim meant.",
      "after a person has reviewed the claim",
      "ready after review"),
  /** The database has to change. */
  RECONCILE(
      NextAction.RECONCILE_DOWNSTREAM_STATE,
      "human_write_required",
      "after_state_fix_verify",
      "A person writes",
      "The verifier never writes; the owner of the data does.",
      "after the state has been corrected",
      "ready after the state fix"),
  /** The same read may work next time. */
  RETRY_READ(
      NextAction.IMPROVE_READ_CONNECTIVITY,
      "read_only_retry",
      "same_input_verify",
      "Read-only retry",
      "A retry only reads and may be automated.",
      "as soon as the database answers this query",
      "ready with the same inputs");

  private final NextAction action;
  private final String automationClass;
  private final String rerunType;
  private final String automationLabel;
  private final String automationBoundary;
  private final String meaningfulWhen;
  private final String readinessLabel;

  Remediation(
      NextAction action,
      String automationClass,
      String rerunType,
      String automationLabel,
      String automationBoundary,
      String meaningfulWhen,
      String readinessLabel) {
    this.action = action;
    this.automationClass = automationClass;
    this.rerunType = rerunType;
    this.automationLabel = automationLabel;
    this.automationBoundary = automationBoundary;
    this.meaningfulWhen = meaningfulWhen;
    this.readinessLabel = readinessLabel;
  }

  /** The remediation of a unit whose first code in order is {@code code}. */
  static Remediation of(ReasonCode code) {
    return switch (code) {
      case CONNECTOR_ERROR -> RETRY_READ;
      case ROW_ABSENT, VALUE_MISMATCH, DUPLICATE_ROWS, RELATIONAL_SCALAR_UNUSABLE -> RECONCILE;
      case MAPPING_LOW_CONFIDENCE,
          MAPPING_AMBIGUOUS,
          MAPPING_NO_UNIQUE_KEY,
          ROW_SHAPE_MISMATCH,
          UNREADABLE_VALUE,
          RELATED_ROWS_ABSENT ->
          REVIEW;
    };
  }

  NextAction action() {
    return action;
  }

  String automationClass() {
    return automationClass;
  }

  String rerunType() {
    return rerunType;
  }

  boolean sameInputs() {
    return this == RETRY_READ;
  }

  boolean humanReviewRequired() {
    return this == REVIEW;
  }

  String automationLabel() {
    return automationLabel;
  }

  String automationBoundary() {
    return automationBoundary;
  }

  String meaningfulWhen() {
    return meaningfulWhen;
  }

  String readinessLabel() {
    return readinessLabel;
  }
}
