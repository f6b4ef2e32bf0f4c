package dev.assay.store.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which open questions to list, those that are due first.
 *
 * @param workItem about this work item, or null
 * @param within about work items of one of these fleets, or null
 * @param limit items on a page, 1 to {@link IndexLimits#PAGE_ITEMS_MAX}
 * @param cursor {@code next} of the page before, or null for the first page
 */
public record ApprovalQuery(
    @Nullable String workItem, @Nullable Set<String> within, int limit, @Nullable String cursor) {

  /** Checks the limit. */
  public ApprovalQuery {
    Cursor.requireLimit(limit);
  }

  /** Everything. */
  public static ApprovalQuery all() {
    return new ApprovalQuery(null, null, IndexLimits.PAGE_ITEMS_DEFAULT, null);
  }

  /** The same query for the page after {@code next}. */
  public ApprovalQuery after(String next) {
    return new ApprovalQuery(workItem, within, limit, next);
  }

  /**
   * One line of a list of open questions.
   *
   * @param workItem the work item that it is about
   * @param attempt its newest attempt
   * @param mood its mood
   * @param decision the decision that asked, once it is kept
   */
  public record Listing(
      WorkItemRow.Approval approval,
      String workItem,
      int attempt,
      String mood,
      @Nullable String decision) {}
}
