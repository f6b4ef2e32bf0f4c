package dev.assay.store.log;

import java.util.List;

/** The sequenced entries, from which the whole log can be derived again. */
public interface EntrySource {

  /** Number of entries that are sequenced. */
  long size();

  /** Entries from index {@code from} on, in order, at most {@code limit}. */
  List<byte[]> entries(long from, int limit);
}
