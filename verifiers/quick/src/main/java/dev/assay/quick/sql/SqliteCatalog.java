package dev.assay.quick.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the catalog of a SQLite database through its table-valued pragmas. */
final class SqliteCatalog {

  private static final String USER_TABLES =
      " FROM sqlite_master m JOIN %s WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%%'";
  private static final String COLUMNS =
      "SELECT m.name, t.name, t.pk"
          + USER_TABLES.formatted("pragma_table_info(m.name) t")
          + " ORDER BY m.name, t.cid";
  private static final String TABLES =
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
          + " ORDER BY name";
  private static final String UNIQUES =
      "SELECT m.name, i.name, x.name, x.cid"
          + USER_TABLES.formatted("pragma_index_list(m.name) i JOIN pragma_index_xinfo(i.name) x")
          + " AND i.\"unique\" = 1 AND i.partial = 0 AND x.key = 1"
          + " ORDER BY m.name, i.seq, x.seqno";
  private static final String FOREIGN_KEYS =
      "SELECT m.name, f.id, f.\"table\", f.\"from\", f.\"to\""
          + USER_TABLES.formatted("pragma_foreign_key_list(m.name) f")
          + " ORDER BY m.name, f.id, f.seq";

  private static final class Draft {
    final List<String> columns = new ArrayList<>();
    final List<String> primaryKey = new ArrayList<>();
    final Map<Integer, String> byKeyPosition = new java.util.TreeMap<>();
    final Map<String, List<String>> uniques = new LinkedHashMap<>();
  }

  private record Constraint(String child, long id) {}

  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Map<String, Draft> folded = new LinkedHashMap<>();

  private SqliteCatalog() {}

  static Catalog read(Connection connection) throws SQLException {
    SqliteCatalog reader = new SqliteCatalog();
    try (Statement statement = connection.createStatement()) {
      reader.tables(statement);
      reader.columns(statement);
      reader.uniques(statement);
      return reader.catalog(reader.foreignKeys(statement));
    }
  }

  private void tables(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        Draft draft = new Draft();
        drafts.put(rows.getString(1), draft);
        folded.put(fold(rows.getString(1)), draft);
      }
    }
  }

  private void columns(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(COLUMNS)) {
      while (rows.next()) {
        Draft draft = draft(rows.getString(1));
        String column = rows.getString(2);
        draft.columns.add(column);
        int keyPosition = rows.getInt(3);
        if (keyPosition > 0) {
          draft.primaryKey.add(column);
          draft.byKeyPosition.put(keyPosition, column);
        }
      }
    }
  }

  private void uniques(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(UNIQUES)) {
      while (rows.next()) {
        Draft draft = draft(rows.getString(1));
        List<String> key = draft.uniques.computeIfAbsent(rows.getString(2), _ -> new ArrayList<>());
        String column = rows.getString(3);
        boolean plain = rows.getInt(4) >= 0 && draft.columns.contains(column);
        key.add(plain ? column : "");
      }
    }
  }

  private List<Catalog.ForeignKey> foreignKeys(Statement statement) throws SQLException {
    Map<Constraint, List<String[]>> constraints = new LinkedHashMap<>();
    try (ResultSet rows = statement.executeQuery(FOREIGN_KEYS)) {
      while (rows.next()) {
        constraints
            .computeIfAbsent(
                new Constraint(rows.getString(1), rows.getLong(2)), _ -> new ArrayList<>())
            .add(new String[] {rows.getString(3), rows.getString(4), rows.getString(5)});
      }
    }
    List<Catalog.ForeignKey> edges = new ArrayList<>();
    constraints.forEach((constraint, parts) -> {
      String parent = parts.getFirst()[0];
      List<String> childColumns = parts.stream().map(part -> part[1]).toList();
      List<String> parentColumns = parentColumns(parent, parts);
      if (childColumns.size() == parentColumns.size()) {
        edges.add(new Catalog.ForeignKey(constraint.child(), childColumns, parent, parentColumns));
      }
    });
    return edges;
  }

  /** The declared parent columns, or the parent's primary key in key order when none are. */
  @SuppressWarnings("NullAway") // the third part is null when no parent column is declared
  private List<String> parentColumns(String parent, List<String[]> parts) {
    List<String> declared = new ArrayList<>();
    for (String[] part : parts) {
      if (part[2] != null) {
        declared.add(part[2]);
      }
    }
    if (!declared.isEmpty()) {
      return declared;
    }
    Draft table = folded.get(fold(parent));
    return table == null ? List.of() : List.copyOf(table.byKeyPosition.values());
  }

  private Catalog catalog(List<Catalog.ForeignKey> foreignKeys) {
    List<Catalog.Table> tables = new ArrayList<>();
    drafts.forEach((name, draft) -> {
      List<List<String>> uniques =
          draft.uniques.values().stream()
              .filter(key -> !key.contains(""))
              .sorted((left, right) -> String.join(",", left).compareTo(String.join(",", right)))
              .map(List::copyOf)
              .toList();
      tables.add(new Catalog.Table(name, draft.columns, draft.primaryKey, uniques));
    });
    return new Catalog(tables, foreignKeys);
  }

  private Draft draft(String table) throws SQLException {
    Draft draft = drafts.get(table);
    if (draft == null) {
      throw new SQLException("the schema changed while it was read");
    }
    return draft;
  }

  /** SQLite compares names without regard to ASCII case. */
  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
