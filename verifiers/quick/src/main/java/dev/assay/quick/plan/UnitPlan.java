package dev.assay.quick.plan;

import dev.assay.quick.verify.RelatedVerifier.RelatedRequest;
import dev.assay.quick.verify.RowRequest;
import java.util.List;
import java.util.SortedMap;

/** What one unit will check, or why it cannot. */
public sealed interface UnitPlan {

  /** The table the unit is about. */
  String table();

  /** How sure the mapping is, 0 to 1. */
  double confidence();

  /** Why the mapping is what it is, one sentence per entry. */
  List<String> rationale();

  /**
   * One row to read.
   *
   * @param identityPaths parameter path by identity column
   */
  record RowCheck(
      RowRequest request,
      SortedMap<String, String> identityPaths,
      double confidence,
      List<String> rationale)
      implements UnitPlan {

    @Override
    public String table() {
      return request.table();
    }
  }

  /** A mapping that is not good enough to read anything. */
  record Gap(
      String table,
      List<ReasonCode> codes,
      double confidence,
      List<TableScore> alternates,
      List<String> rationale)
      implements UnitPlan {}

  /** One foreign key value to look for. */
  record RelatedCheck(RelatedRequest request, List<String> rationale) implements UnitPlan {

    /** The constant confidence of relational units. */
    public static final double CONFIDENCE = 0.8;

    @Override
    public String table() {
      return request.childTable();
    }

    @Override
    public double confidence() {
      return CONFIDENCE;
    }
  }

  /** How well a tool name fits a table. */
  public record TableScore(String table, double score) {

    /** Best first, ties by name in UTF-16 order. */
    static int bestFirst(TableScore left, TableScore right) {
      int byScore = Double.compare(right.score, left.score);
      return byScore != 0 ? byScore : left.table.compareTo(right.table);
    }
  }
}
