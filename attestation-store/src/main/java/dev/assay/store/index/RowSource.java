package dev.assay.store.index;

import dev.assay.core.sign.Envelope;
import dev.assay.store.fault.StoreCorruptException;
import java.util.List;

/** Rows in the order of the log, from which the whole log can be derived again. */
public interface RowSource {

  /** Number of entries that are sequenced. */
  long size();

  /** The rows from position {@code from} on up to the first gap, at most {@code limit}. */
  List<LoggedRow> withoutGaps(long from, int limit);

  /**
   * The entries from {@code from} on up to the first gap, at most {@code limit}.
   *
   * @throws StoreCorruptException when a row holds no envelope
   */
  default List<byte[]> entries(long from, int limit) {
    return withoutGaps(from, limit).stream().map(RowSource::entry).toList();
  }

  private static byte[] entry(LoggedRow row) {
    Envelope envelope = row.envelope();
    if (envelope == null) {
      throw new StoreCorruptException(
          "a signed statement in the row of entry " + row.index(),
          "something else",
          StoreCorruptException.REPAIR_ROWS);
    }
    return envelope.payload();
  }
}
