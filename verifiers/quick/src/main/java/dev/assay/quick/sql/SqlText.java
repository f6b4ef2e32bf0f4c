package dev.assay.quick.sql;

import com.google.errorprone.annotations.CompileTimeConstant;
import java.util.ArrayList;
import java.util.List;

/**
 * One query: fixed text that is a compile-time constant, identifiers that are quoted, and values
 * that are bound as text. There is no way to put a run-time string into the SQL itself.
 */
public final class SqlText {

  private final StringBuilder sql = new StringBuilder(96);
  private final List<String> values = new ArrayList<>(4);
  private final String schema;

  private SqlText(String schema) {
    this.schema = schema;
  }

  /** An empty query whose tables live in {@code schema} of the source. */
  static SqlText in(@CompileTimeConstant final String schema) {
    return new SqlText(schema);
  }

  /** Appends fixed SQL. */
  public SqlText fixed(@CompileTimeConstant final String text) {
    sql.append(text);
    return this;
  }

  /** Appends the name of a table, qualified with the schema of the source. */
  public SqlText table(String name) {
    sql.append(schema).append('.');
    Identifiers.append(sql, name);
    return this;
  }

  /** Appends a column, qualified with its table. */
  public SqlText column(String table, String column) {
    Identifiers.append(sql, table);
    sql.append('.');
    Identifiers.append(sql, column);
    return this;
  }

  /** Appends a placeholder and binds {@code value} to it. */
  public SqlText value(String value) {
    sql.append('?');
    values.add(value);
    return this;
  }

  String sql() {
    return sql.toString();
  }

  List<String> values() {
    return values;
  }
}
