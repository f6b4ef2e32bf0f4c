package dev.assay.core.director;

import org.jspecify.annotations.Nullable;

/** The stored state of one work item, of which a step reads what it needs. */
@FunctionalInterface
public interface ItemReader {

  /** The value under {@code key}, or null. */
  @Nullable ItemValue read(ItemKey key);

  /** A work item of which nothing is known. */
  static ItemReader nothing() {
    return _ -> null;
  }
}
