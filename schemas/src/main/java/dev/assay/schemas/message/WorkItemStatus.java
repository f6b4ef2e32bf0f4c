package dev.assay.schemas.message;

/** Where a work item stands. */
public enum WorkItemStatus {
  VERIFYING,
  PROMOTED,
  RETRYING,
  ESCALATED,
  HALTED,
  SPLIT,
  WAITING_FOR_HUMAN,
  DEMOTED
}
