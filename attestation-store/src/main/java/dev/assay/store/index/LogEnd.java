package dev.assay.store.index;

import org.jspecify.annotations.Nullable;

/**
 * Where the log ends: what the newest row must be.
 *
 * @param size number of entries
 * @param newest id of the last of them, or null when there is none
 */
public record LogEnd(long size, @Nullable String newest) {

  /** The end of a log without entries. */
  public static final LogEnd EMPTY = new LogEnd(0, null);

  @Override
  public String toString() {
    return newest == null ? size + " entries" : size + " entries, the last of them " + newest;
  }
}
