package dev.assay.quick.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the catalog of schema {@code public} from PostgreSQL's system tables. */
final class PostgresCatalog {

  private static final String VISIBLE =
      " c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition"
          + " AND has_table_privilege(c.oid, 'SELECT')";

  /** Every catalog row that the reads below depend on, by the transaction that wrote it. */
  private static final String VERSION =
      "SELECT concat_ws('/',"
          + " (SELECT md5(string_agg(c.oid || ':' || c.xmin, ',' ORDER BY c.oid))"
          + "   FROM pg_class c WHERE"
          + VISIBLE
          + "),"
          + " (SELECT md5(string_agg(a.attrelid || ':' || a.attnum || ':' || a.xmin, ','"
          + "   ORDER BY a.attrelid, a.attnum)) FROM pg_attribute a JOIN pg_class c"
          + "   ON c.oid = a.attrelid WHERE a.attnum > 0 AND"
          + VISIBLE
          + "),"
          + " (SELECT md5(string_agg(k.oid || ':' || k.xmin, ',' ORDER BY k.oid))"
          + "   FROM pg_constraint k WHERE k.connamespace = 'public'::regnamespace))";

  private static final String COLUMNS =
      "SELECT c.relname, a.attname, i.indrelid IS NOT NULL"
          + " FROM pg_class c"
          + " LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
          + "   AND NOT a.attisdropped"
          + " LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary"
          + "   AND a.attnum = ANY (i.indkey)"
          + " WHERE"
          + VISIBLE
          + " ORDER BY c.relname COLLATE \"C\", a.attnum";

  private static final String UNIQUES =
      "SELECT c.relname, k.oid, a.attname"
          + " FROM pg_constraint k"
          + " JOIN pg_class c ON c.oid = k.conrelid"
          + " CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS u(attnum, position)"
          + " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.attnum"
          + " WHERE k.contype = 'u' AND"
          + VISIBLE
          + " ORDER BY c.relname COLLATE \"C\", k.oid, u.position";

  private static final String FOREIGN_KEYS =
      "SELECT k.oid, c.relname, ca.attname, p.relname, pa.attname"
          + " FROM pg_constraint k"
          + " JOIN pg_class c ON c.oid = k.conrelid"
          + " JOIN pg_class p ON p.oid = k.confrelid"
          + " CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY"
          + "   AS u(child, parent, position)"
          + " JOIN pg_attribute ca ON ca.attrelid = c.oid AND ca.attnum = u.child"
          + " JOIN pg_attribute pa ON pa.attrelid = p.oid AND pa.attnum = u.parent"
          + " WHERE k.contype = 'f' AND p.relnamespace = 'public'::regnamespace"
          + " AND p.relkind = 'r' AND NOT p.relispartition"
          + " AND has_table_privilege(p.oid, 'SELECT') AND"
          + VISIBLE
          + " ORDER BY k.oid, u.position";

  private static final Comparator<Catalog.ForeignKey> EDGE_ORDER =
      Comparator.comparing(Catalog.ForeignKey::childTable)
          .thenComparing(edge -> String.join(",", edge.childColumns()))
          .thenComparing(Catalog.ForeignKey::parentTable)
          .thenComparing(edge -> String.join(",", edge.parentColumns()));

  private PostgresCatalog() {}

  static String version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(VERSION)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static Catalog read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Map<String, Map<Long, List<String>>> uniques = uniques(statement);
      return new Catalog(tables(statement, uniques), foreignKeys(statement));
    }
  }

  private static List<Catalog.Table> tables(
      Statement statement, Map<String, Map<Long, List<String>>> uniques) throws SQLException {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    Map<String, List<String>> keys = new LinkedHashMap<>();
    try (ResultSet rows = statement.executeQuery(COLUMNS)) {
      while (rows.next()) {
        String table = rows.getString(1);
        List<String> names = columns.computeIfAbsent(table, _ -> new ArrayList<>());
        List<String> key = keys.computeIfAbsent(table, _ -> new ArrayList<>());
        String column = rows.getString(2);
        if (column != null) {
          names.add(column);
          if (rows.getBoolean(3)) {
            key.add(column);
          }
        }
      }
    }
    List<Catalog.Table> tables = new ArrayList<>();
    columns.forEach((table, names) ->
        tables.add(
            new Catalog.Table(
                table,
                names,
                keys.getOrDefault(table, List.of()),
                List.copyOf(uniques.getOrDefault(table, Map.of()).values()))));
    return tables;
  }

  private static Map<String, Map<Long, List<String>>> uniques(Statement statement)
      throws SQLException {
    Map<String, Map<Long, List<String>>> uniques = new LinkedHashMap<>();
    try (ResultSet rows = statement.executeQuery(UNIQUES)) {
      while (rows.next()) {
        uniques
            .computeIfAbsent(rows.getString(1), _ -> new LinkedHashMap<>())
            .computeIfAbsent(rows.getLong(2), _ -> new ArrayList<>())
            .add(rows.getString(3));
      }
    }
    return uniques;
  }

  private static final class Edge {
    String child = "";
    String parent = "";
    final List<String> childColumns = new ArrayList<>();
    final List<String> parentColumns = new ArrayList<>();
  }

  private static List<Catalog.ForeignKey> foreignKeys(Statement statement) throws SQLException {
    Map<Long, Edge> edges = new LinkedHashMap<>();
    try (ResultSet rows = statement.executeQuery(FOREIGN_KEYS)) {
      while (rows.next()) {
        Edge edge = edges.computeIfAbsent(rows.getLong(1), _ -> new Edge());
        edge.child = rows.getString(2);
        edge.childColumns.add(rows.getString(3));
        edge.parent = rows.getString(4);
        edge.parentColumns.add(rows.getString(5));
      }
    }
    return edges.values().stream()
        .map(e -> new Catalog.ForeignKey(e.child, e.childColumns, e.parent, e.parentColumns))
        .sorted(EDGE_ORDER)
        .toList();
  }
}
