package dev.assay.quick.verify;

/** One column that must hold one value, bound as text. */
public record ColumnEquals(String column, String value) {

  /** Orders by column, in UTF-16 order. */
  public static int byColumn(ColumnEquals left, ColumnEquals right) {
    return left.column.compareTo(right.column);
  }
}
