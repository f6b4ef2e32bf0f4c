package dev.assay.store.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of results.
 *
 * @param items the results
 * @param next cursor of the next page, or null on the last page
 * @param <T> what is listed
 */
public record Page<T>(List<T> items, @Nullable String next) {

  /** Copies the list. */
  public Page {
    items = List.copyOf(items);
  }
}
