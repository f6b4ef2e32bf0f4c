package dev.assay.quick.plan;

import java.util.Comparator;

/** How well a tool name fits a table. */
public record TableScore(String table, double score) {

  /** Best first, ties by name in UTF-16 order. */
  static final Comparator<TableScore> BEST_FIRST =
      Comparator.comparingDouble(TableScore::score).reversed().thenComparing(TableScore::table);
}
