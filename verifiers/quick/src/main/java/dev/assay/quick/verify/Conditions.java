package dev.assay.quick.verify;

import dev.assay.quick.sql.SqlText;
import java.util.List;

/** The WHERE part that every query shares: columns equal to bound texts. */
public final class Conditions {

  private Conditions() {}

  /** Appends {@code WHERE table.column = ? AND …}; appends nothing without matches. */
  public static SqlText append(SqlText query, String table, List<ColumnEquals> matches) {
    boolean first = true;
    for (ColumnEquals match : matches) {
      SqlText next = first ? query.fixed(" WHERE ") : query.fixed(" AND ");
      next.column(table, match.column()).fixed(" = ").value(match.value());
      first = false;
    }
    return query;
  }

  /** Appends {@code AND table.column = ? …} to a query that has a condition. */
  public static SqlText and(SqlText query, String table, List<ColumnEquals> matches) {
    for (ColumnEquals match : matches) {
      query.fixed(" AND ").column(table, match.column()).fixed(" = ").value(match.value());
    }
    return query;
  }

  /** One column that must hold one value, bound as text. */
  public record ColumnEquals(String column, String value) {

    /** Orders by column, in UTF-16 order. */
    public static int byColumn(ColumnEquals left, ColumnEquals right) {
      return left.column.compareTo(right.column);
    }
  }
}
