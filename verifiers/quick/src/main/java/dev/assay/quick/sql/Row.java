package dev.assay.quick.sql;

import dev.assay.toolcalls.json.Scalar;
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

  /** One value that a database returned. */
  public sealed interface Cell {

    /** NULL, a boolean, an integer, a double or a string. */
    record Plain(Scalar value) implements Cell {}

    /** A date or timestamp, as ISO 8601 in UTC with milliseconds and {@code Z}. */
    record Moment(String iso) implements Cell {}

    /** A value that has no scalar form: blob, JSON, array, interval, geometry. */
    record Unreadable() implements Cell {}
  }
}
