package dev.assay.schemas.message;

/** What the director decides about an attempt. */
public enum DecisionKind {
  PROMOTE,
  RETRY,
  CONTINUE,
  SPLIT,
  ESCALATE,
  HALT,
  DEMOTE,
  REQUEST_APPROVAL
}
