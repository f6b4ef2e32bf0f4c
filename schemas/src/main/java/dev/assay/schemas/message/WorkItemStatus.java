package dev.assay.schemas.message;

import java.util.Locale;

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

  /** How documents write it, such as {@code waiting_for_human}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

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
