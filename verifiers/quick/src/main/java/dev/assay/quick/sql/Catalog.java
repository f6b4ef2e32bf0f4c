package dev.assay.quick.sql;

import java.util.List;

/**
 * The user tables of a database in name order, and its foreign keys in catalog order. Instances are
 * compared by identity: a source gives the same one until the schema changes.
 */
public final class Catalog {

  private final List<Table> tables;
  private final List<ForeignKey> foreignKeys;

  /** A catalog of {@code tables}; equal foreign keys are kept once. */
  public Catalog(List<Table> tables, List<ForeignKey> foreignKeys) {
    this.tables = List.copyOf(tables);
    this.foreignKeys = foreignKeys.stream().distinct().toList();
  }

  /** The tables. */
  public List<Table> tables() {
    return tables;
  }

  /** The foreign keys. */
  public List<ForeignKey> foreignKeys() {
    return foreignKeys;
  }

  /**
   * One table.
   *
   * @param columns visible columns in catalog order
   * @param primaryKey its columns in catalog order, empty when there is none
   * @param uniques the columns of each unique constraint that can serve as identity
   */
  public record Table(
      String name, List<String> columns, List<String> primaryKey, List<List<String>> uniques) {

    /** Copies the lists. */
    public Table {
      columns = List.copyOf(columns);
      primaryKey = List.copyOf(primaryKey);
      uniques = uniques.stream().map(List::copyOf).toList();
    }
  }

  /** One foreign key, its columns in declared order. */
  public record ForeignKey(
      String childTable,
      List<String> childColumns,
      String parentTable,
      List<String> parentColumns) {

    /** Copies the lists. */
    public ForeignKey {
      childColumns = List.copyOf(childColumns);
      parentColumns = List.copyOf(parentColumns);
    }
  }
}
