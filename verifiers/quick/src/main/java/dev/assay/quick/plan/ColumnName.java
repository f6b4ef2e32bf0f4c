package dev.assay.quick.plan;

import java.util.Locale;

/**
 * A parameter's or a column's name with the foldings that column scores compare (specification
 * A.10).
 */
record ColumnName(String name, String lower, String squeezed) {

  private static final double LEVENSHTEIN_MIN = 0.80;

  static ColumnName of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return new ColumnName(name, lower, lower.replace("_", ""));
  }

  /** How well this parameter names {@code column}: the first rule that hits decides. */
  double scoreFor(ColumnName column) {
    if (name.equals(column.name)) {
      return 1.0;
    }
    if (lower.equals(column.lower)) {
      return 0.95;
    }
    if (squeezed.equals(column.squeezed)) {
      return 0.90;
    }
    if (isStripped("id", column.lower) || isStripped("_id", column.lower)) {
      return 0.85;
    }
    if (column.lower.equals("id") && (lower.equals("recordid") || lower.equals("record_id"))) {
      return 0.90;
    }
    return Levenshtein.ratio(lower, column.lower, LEVENSHTEIN_MIN);
  }

  private boolean isStripped(String suffix, String column) {
    return lower.length() == column.length() + suffix.length()
        && lower.startsWith(column)
        && lower.endsWith(suffix);
  }
}
