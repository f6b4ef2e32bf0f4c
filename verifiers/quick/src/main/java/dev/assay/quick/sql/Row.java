package dev.assay.quick.sql;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One row; columns are found by their lower-cased name, and of two names that fold alike the later
 * one counts.
 *
 * @param names lower-cased column names in select order
 * @param cells as many values
 */
public record Row(List<String> names, List<Cell> cells) {

  /** The value of {@code column}, or null when the row has no such column. */
  public @Nullable Cell cell(String column) {
    int at = names.lastIndexOf(column.toLowerCase(Locale.ROOT));
    return at < 0 ? null : cells.get(at);
  }

  /** The first value, for queries that select one. */
  public Cell first() {
    return cells.getFirst();
  }
}
