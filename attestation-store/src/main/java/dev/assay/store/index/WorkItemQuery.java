package dev.assay.store.index;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which work items to list, those first seen last first. Every member that is not null narrows the
 * list.
 *
 * @param prefix whose ids begin so
 * @param status with this status
 * @param agent of this agent
 * @param fleet of this fleet
 * @param within of one of these fleets
 * @param since that changed at or after this time
 * @param limit items on a page, 1 to {@link IndexLimits#PAGE_ITEMS_MAX}
 * @param cursor {@code next} of the page before, or null for the first page
 */
public record WorkItemQuery(
    @Nullable String prefix,
    @Nullable String status,
    @Nullable String agent,
    @Nullable String fleet,
    @Nullable Set<String> within,
    @Nullable Instant since,
    int limit,
    @Nullable String cursor) {

  /** Checks the limit. */
  public WorkItemQuery {
    Cursor.requireLimit(limit);
  }

  /** Everything. */
  public static WorkItemQuery all() {
    return new WorkItemQuery(
        null, null, null, null, null, null, IndexLimits.PAGE_ITEMS_DEFAULT, null);
  }

  /** The same query for the page after {@code next}. */
  public WorkItemQuery after(String next) {
    return new WorkItemQuery(prefix, status, agent, fleet, within, since, limit, next);
  }
}
