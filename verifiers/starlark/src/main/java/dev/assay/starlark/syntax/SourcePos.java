package dev.assay.starlark.syntax;

/**
 * A line and column in one {@code int}: 20 bits of line, 11 bits of column, both from 1. A column
 * above 2,047 is shown as 2,047; the source length cap keeps lines below 2^20.
 */
public final class SourcePos {
  private static final int COLUMN_BITS = 11;
  private static final int COLUMN_MAX = (1 << COLUMN_BITS) - 1;

  private SourcePos() {}

  /** Packs a line and a column, both counted from 1. */
  public static int pack(int line, int column) {
    return (line << COLUMN_BITS) | Math.min(column, COLUMN_MAX);
  }

  /** The line of a packed place, from 1. */
  public static int line(int packed) {
    return packed >>> COLUMN_BITS;
  }

  /** The column of a packed place in UTF-16 units, from 1. */
  public static int column(int packed) {
    return packed & COLUMN_MAX;
  }
}
