package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.quick.sql.SourceException.RunOverException;
import dev.assay.toolcalls.json.EcmaText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The part of a source that both databases share: prepared statements, rows and the catalog. */
abstract class ReadOnlySession implements RowSource {

  /** A statement kept open, with the names its rows have. */
  private record Prepared(PreparedStatement statement, List<String> names) {}

  private final Map<String, Prepared> prepared =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Prepared> eldest) {
          boolean full = size() > QuickLimits.STATEMENTS_CACHED_MAX;
          if (full) {
            closeQuietly(eldest.getValue().statement());
          }
          return full;
        }
      };

  protected final Connection connection;
  private @Nullable Catalog catalog;
  private String catalogVersion = "";
  private LongSupplier nanosLeft = () -> Long.MAX_VALUE;

  ReadOnlySession(Connection connection) {
    this.connection = connection;
  }

  /** A text that changes whenever the schema does. */
  abstract String schemaVersion() throws SQLException;

  abstract Catalog readCatalog() throws SQLException;

  abstract Cell cell(ResultSet row, int column) throws SQLException;

  /**
   * Called before each statement runs, with the time that is left for it; what it gives, if
   * anything, is closed when the statement is over.
   */
  abstract @Nullable StatementClock startClock(LongSupplier nanosLeft) throws SQLException;

  @Override
  public final void within(LongSupplier nanosLeft) {
    this.nanosLeft = nanosLeft;
  }

  private @Nullable StatementClock begin(String what) throws SQLException {
    endWhenOver("before " + what);
    return startClock(nanosLeft);
  }

  private void endWhenOver(String when) {
    if (nanosLeft.getAsLong() <= 0) {
      throw new RunOverException(when);
    }
  }

  @Override
  public final Catalog catalog() throws SourceException {
    try (StatementClock _ = begin("the catalog was read")) {
      String version = schemaVersion();
      Catalog known = catalog;
      if (known != null && version.equals(catalogVersion)) {
        return known;
      }
      forgetStatements();
      Catalog read = readCatalog();
      catalog = read;
      catalogVersion = version;
      return read;
    } catch (SQLException e) {
      endWhenOver("while the catalog was read");
      throw SourceException.of(e);
    }
  }

  @Override
  public final List<Row> read(SqlText query, int rowsMax) throws SourceException {
    try (StatementClock _ = begin("a row was read")) {
      return rows(query, rowsMax);
    } catch (RunOverException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      forgetStatements();
      endWhenOver("while a row was read");
      throw SourceException.of(e);
    }
  }

  private List<Row> rows(SqlText query, int rowsMax) throws SQLException {
    Prepared entry = prepared(query.sql());
    PreparedStatement statement = entry.statement();
    int index = 1;
    for (String value : query.values()) {
      statement.setString(index++, EcmaText.wellFormed(value));
    }
    List<Row> rows = new ArrayList<>(rowsMax);
    try (ResultSet result = statement.executeQuery()) {
      List<String> names = entry.names();
      if (names.isEmpty()) {
        names = columnNames(result.getMetaData());
        prepared.put(query.sql(), new Prepared(statement, names));
      }
      while (rows.size() < rowsMax && result.next()) {
        List<Cell> cells = new ArrayList<>(names.size());
        for (int column = 1; column <= names.size(); column++) {
          cells.add(cell(result, column));
        }
        rows.add(new Row(names, cells));
      }
    }
    return rows;
  }

  private Prepared prepared(String sql) throws SQLException {
    Prepared known = prepared.get(sql);
    if (known != null) {
      return known;
    }
    Prepared fresh = new Prepared(connection.prepareStatement(sql), List.of());
    prepared.put(sql, fresh);
    return fresh;
  }

  private static List<String> columnNames(ResultSetMetaData meta) throws SQLException {
    List<String> names = new ArrayList<>(meta.getColumnCount());
    for (int column = 1; column <= meta.getColumnCount(); column++) {
      names.add(meta.getColumnName(column).toLowerCase(Locale.ROOT));
    }
    return List.copyOf(names);
  }

  private void forgetStatements() {
    prepared.values().forEach(entry -> closeQuietly(entry.statement()));
    prepared.clear();
  }

  @Override
  public void close() {
    forgetStatements();
    closeQuietly(connection);
  }

  static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception _) {
      // A connection that fails to close holds nothing that this process still needs.
    }
  }
}
