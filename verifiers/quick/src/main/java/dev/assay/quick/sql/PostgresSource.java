package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.Scalar;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Properties;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.geometric.PGcircle;
import org.postgresql.geometric.PGpoint;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/**
 * A PostgreSQL database over one connection whose every transaction is read-only. Identity texts
 * are bound untyped, so that the server infers their types.
 */
public final class PostgresSource extends ReadOnlySession {

  private static final Set<String> UNREADABLE_TYPES =
      Set.of("json", "jsonb", "interval", "point", "circle");

  private PostgresSource(Connection connection) {
    super(connection);
  }

  /** Loads the driver's classes, so that a later open need not. */
  public static void preload() {
    new Driver().getMajorVersion();
  }

  /**
   * Connects to {@code url}.
   *
   * @param url a libpq connection URL
   * @param password used when the URL has none, may be null
   * @param lifetime decides how long a statement may run
   * @throws SourceException when the URL is malformed, the server does not answer, refuses the
   *     login or does not accept a read-only session
   */
  public static PostgresSource open(String url, @Nullable String password, SessionLifetime lifetime)
      throws SourceException {
    return open(url, password, lifetime, Duration.ofMillis(QuickLimits.CONNECT_TIMEOUT_MILLIS));
  }

  /**
   * The same within {@code time}, whole seconds of it.
   *
   * @throws SourceException as above, and when the time is over
   */
  public static PostgresSource open(
      String url, @Nullable String password, SessionLifetime lifetime, Duration time)
      throws SourceException {
    int seconds = Math.clamp(time.toSeconds(), 1, QuickLimits.CONNECT_TIMEOUT_MILLIS / 1_000);
    PostgresUrl target = PostgresUrl.parse(url);
    Properties properties = new Properties();
    properties.putAll(target.properties());
    if (password != null && properties.getProperty("password") == null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("stringtype", "unspecified");
    properties.setProperty("binaryTransfer", "false");
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("assumeMinServerVersion", "9.4");
    properties.setProperty("socketTimeout", Integer.toString(seconds));
    properties.setProperty("maxResultBuffer", Integer.toString(QuickLimits.RESULT_BYTES_MAX));
    properties.setProperty("loginTimeout", Integer.toString(seconds));
    Connection connection = null;
    try {
      connection = new Driver().connect(target.jdbcUrl(), properties);
      if (connection == null) {
        throw new SQLException("the driver refused the URL");
      }
      try (StatementClock _ = new StatementClock(connection, seconds * 1_000L)) {
        restrict(connection, lifetime.statementTimeoutMillis());
      }
      return new PostgresSource(connection);
    } catch (SQLException | RuntimeException e) {
      if (connection != null) {
        closeQuietly(connection);
      }
      throw new SourceException("the PostgreSQL session cannot be set up: " + e.getMessage(), e);
    }
  }

  private static void restrict(Connection connection, int statementTimeoutMillis)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY;"
              + "SET statement_timeout = "
              + statementTimeoutMillis
              + ";SET lock_timeout = "
              + QuickLimits.LOCK_TIMEOUT_MILLIS
              + ";SET DateStyle = 'ISO'");
      try (ResultSet probe =
          statement.executeQuery("SELECT current_setting('transaction_read_only')")) {
        if (!probe.next() || !"on".equals(probe.getString(1))) {
          throw new SQLException("expected a read-only session, found one that can write");
        }
      }
    }
  }

  /** A server that does not answer in time loses the connection. */
  @Override
  @Nullable StatementClock startClock(LongSupplier nanosLeft) {
    return new StatementClock(
        connection,
        Math.clamp(nanosLeft.getAsLong() / 1_000_000, 1, QuickLimits.CONNECT_TIMEOUT_MILLIS));
  }

  @Override
  public SqlText query() {
    return SqlText.in("\"public\"");
  }

  @Override
  String schemaVersion() throws SQLException {
    return PostgresCatalog.version(connection);
  }

  @Override
  Catalog readCatalog() throws SQLException {
    return PostgresCatalog.read(connection);
  }

  @Override
  Cell cell(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    if (text == null) {
      return new Cell.Plain(Scalar.Null.NULL);
    }
    return switch (row.getMetaData().getColumnType(column)) {
      case Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
          new Cell.Plain(Json.number(Long.parseLong(text)));
      case Types.REAL, Types.DOUBLE, Types.FLOAT -> floating(text);
      case Types.BIT, Types.BOOLEAN -> bit(text);
      case Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> moment(row, column, text);
      case Types.BINARY, Types.VARBINARY, Types.ARRAY -> new Cell.Unreadable();
      case Types.VARCHAR, Types.CHAR, Types.NUMERIC, Types.TIME, Types.TIME_WITH_TIMEZONE ->
          new Cell.Plain(Json.text(text));
      default -> other(row.getObject(column), text);
    };
  }

  private static Cell other(@Nullable Object value, String text) {
    return switch (value) {
      case PGInterval _, PGpoint _, PGcircle _, Array _, byte[] _ -> new Cell.Unreadable();
      case PGobject object when UNREADABLE_TYPES.contains(object.getType()) ->
          new Cell.Unreadable();
      case null, default -> new Cell.Plain(Json.text(text));
    };
  }

  /**
   * The decimal text that PostgreSQL prints, read as a double. The driver reports money as a
   * double, too; its text is no number and stays a text.
   */
  private static Cell floating(String text) {
    try {
      return new Cell.Plain(Json.number(Double.parseDouble(text)));
    } catch (NumberFormatException _) {
      return new Cell.Plain(Json.text(text));
    }
  }

  /** The driver reports boolean and bit(1) alike; their texts differ. */
  private static Cell bit(String text) {
    return switch (text) {
      case "t", "true" -> new Cell.Plain(Scalar.Bool.TRUE);
      case "f", "false" -> new Cell.Plain(Scalar.Bool.FALSE);
      default -> new Cell.Plain(Json.text(text));
    };
  }

  /** Dates and timestamps without zone are taken in the zone of the process. */
  private static Cell moment(ResultSet row, int column, String text) throws SQLException {
    if (text.endsWith("infinity")) {
      return new Cell.Plain(
          Json.number(text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY));
    }
    ZoneId zone = ZoneId.systemDefault();
    if (text.indexOf(':') < 0) {
      LocalDate date = row.getObject(column, LocalDate.class);
      return new Cell.Moment(IsoMoment.text(date.atStartOfDay(zone).toInstant()));
    }
    if (hasOffset(text)) {
      return new Cell.Moment(
          IsoMoment.text(row.getObject(column, OffsetDateTime.class).toInstant()));
    }
    LocalDateTime local = row.getObject(column, LocalDateTime.class);
    return new Cell.Moment(IsoMoment.text(local.atZone(zone).toInstant()));
  }

  private static boolean hasOffset(String text) {
    int time = text.indexOf(':');
    return text.indexOf('+', time) > 0 || text.indexOf('-', time) > 0;
  }
}
