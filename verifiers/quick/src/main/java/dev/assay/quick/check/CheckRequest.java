package dev.assay.quick.check;

import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RelatedVerifier.RelatedRequest;
import dev.assay.quick.verify.RowRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registry entry resolved against the parameters of one event: what to read and compare. */
sealed interface CheckRequest {

  /** One row and its fields ({@code sql_row}). */
  record Row(RowRequest row) implements CheckRequest {}

  /** Rows that must not exist ({@code sql_row_absent}). */
  record Absent(String table, List<ColumnEquals> identityEq, List<ColumnEquals> filterEq)
      implements CheckRequest {}

  /** Several rows ({@code sql_effects}), by id in UTF-16 order. */
  record Effects(List<Effect> effects) implements CheckRequest {}

  /** One row of several. */
  record Effect(String id, RowRequest row) {}

  /** Several relations ({@code sql_relational}), by id in UTF-16 order. */
  record Relational(List<Relation> checks) implements CheckRequest {}

  /** One relation. */
  sealed interface Relation {
    /** Unique in its entry. */
    String id();
  }

  /** A child row exists. */
  record RelatedExists(RelatedRequest request) implements Relation {
    @Override
    public String id() {
      return request.id();
    }
  }

  /** The number of pairs of an inner join. */
  record JoinCount(
      String id,
      String leftTable,
      String leftColumn,
      String rightTable,
      String rightColumn,
      List<ColumnEquals> whereLeft,
      List<ColumnEquals> whereRight,
      Expectation expect)
      implements Relation {}

  /** The number of rows, or with {@code sumColumn} the sum of that column. */
  record Aggregate(
      String id,
      String table,
      @Nullable String sumColumn,
      List<ColumnEquals> whereEq,
      Expectation expect)
      implements Relation {}

  /** No anchor row lacks its partner in the lookup table. */
  record AntiJoin(
      String id,
      String anchorTable,
      String anchorColumn,
      String lookupTable,
      String lookupColumn,
      String presenceColumn,
      List<ColumnEquals> filterAnchor,
      List<ColumnEquals> filterLookup)
      implements Relation {}
}
