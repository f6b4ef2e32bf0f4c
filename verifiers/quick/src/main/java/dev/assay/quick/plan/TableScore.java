package dev.assay.quick.plan;

/** How well a tool name fits a table. */
public record TableScore(String table, double score) {

  /** Best first, ties by name in UTF-16 order. */
  static int bestFirst(TableScore left, TableScore right) {
    int byScore = Double.compare(right.score, left.score);
    return byScore != 0 ? byScore : left.table.compareTo(right.table);
  }
}
