package dev.assay.store.index;

import java.util.List;

/** Rows in the order of the log. */
public interface RowSource {

  /** Number of entries that are sequenced. */
  long size();

  /** The rows from position {@code from} on up to the first gap, at most {@code limit}. */
  List<LoggedRow> withoutGaps(long from, int limit);
}
