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
  PENDING
}
