package dev.assay.schemas.message;

/** Where a work item stands; PENDING is a child whose first execution has not come. */
public enum WorkItemStatus {
  VERIFYING,
  PROMOTED,
  RETRYING,
  ESCALATED,
  HALTED,
  SPLIT,
  WAITING_FOR_HUMAN,
  DEMOTED,
  PENDING;

  /** Where a work item stands after a decision of that kind. */
  public static WorkItemStatus after(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> PROMOTED;
      case RETRY, CONTINUE -> RETRYING;
      case SPLIT -> SPLIT;
      case ESCALATE -> ESCALATED;
      case HALT -> HALTED;
      case DEMOTE -> DEMOTED;
      case REQUEST_APPROVAL -> WAITING_FOR_HUMAN;
    };
  }
}
