package dev.assay.store;

import dev.assay.store.index.LogRows;
import dev.assay.store.index.LoggedRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a database that may be missing altogether. */
record StoredRows(@Nullable LogRows rows) {

  long size() {
    return rows == null ? 0 : rows.size();
  }

  /** The rows at positions from {@code from} on, below {@code from + width}. */
  List<LoggedRow> page(long from, int width) {
    return rows == null
        ? List.of()
        : rows.page(from, width).stream().filter(row -> row.index() < from + width).toList();
  }
}
