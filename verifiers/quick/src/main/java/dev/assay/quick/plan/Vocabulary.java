package dev.assay.quick.plan;

import dev.assay.quick.sql.Catalog;
import java.util.List;
import java.util.Set;

/** A catalog with everything that scoring derives from its names. */
public final class Vocabulary {

  private final Catalog catalog;
  private final List<TableWords> tables;

  private static int fewestColumns(List<String> left, List<String> right) {
    int bySize = Integer.compare(left.size(), right.size());
    return bySize != 0 ? bySize : String.join(",", left).compareTo(String.join(",", right));
  }

  /** Derives the names of {@code catalog}. */
  public Vocabulary(Catalog catalog) {
    this.catalog = catalog;
    this.tables = catalog.tables().stream().map(TableWords::of).toList();
  }

  /** The catalog this was made of. */
  public Catalog catalog() {
    return catalog;
  }

  List<TableWords> tables() {
    return tables;
  }

  /**
   * One table.
   *
   * @param identity columns that name one row, empty when nothing does
   */
  record TableWords(
      String name, List<String> variants, List<ColumnName> columns, List<String> identity) {

    static TableWords of(Catalog.Table table) {
      return new TableWords(
          table.name(),
          NameMatching.variants(table.name()),
          table.columns().stream().map(ColumnName::of).toList(),
          identity(table));
    }

    private static List<String> identity(Catalog.Table table) {
      return table.primaryKey().isEmpty()
          ? table.uniques().stream().min(Vocabulary::fewestColumns).orElse(List.of())
          : table.primaryKey();
    }

    double segmentScore(String segment) {
      return NameMatching.best(segment, variants);
    }

    double toolScore(Set<String> tokens) {
      double best = 0;
      for (String token : tokens) {
        best = Math.max(best, NameMatching.best(token, variants));
        if (best == 1.0) {
          break;
        }
      }
      return best;
    }
  }
}
