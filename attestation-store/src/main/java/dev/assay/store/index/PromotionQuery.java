package dev.assay.store.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which promotions to list, the last logged first.
 *
 * @param within of work of one of these fleets, or null for those of all
 * @param limit promotions on a page, 1 to {@link IndexLimits#PAGE_ITEMS_MAX}
 * @param cursor of the promotion before the first one, or null for the newest
 */
public record PromotionQuery(@Nullable Set<String> within, int limit, @Nullable String cursor) {

  /** Checks the limit. */
  public PromotionQuery {
    Cursor.requireLimit(limit);
  }

  /** The cursor of what was logged before the position {@code last}. */
  public static String after(long last) {
    return Cursor.ofPromotion(last);
  }
}
