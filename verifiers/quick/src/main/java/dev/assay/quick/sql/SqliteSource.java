package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.sql.Row.Cell;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.SQLiteLimits;

/**
 * A SQLite file, opened read-only: the file is never created, {@code query_only} is on, and
 * functions named in the schema are not trusted.
 */
public final class SqliteSource extends ReadOnlySession {

  private static final int STEPS_PER_CLOCK_LOOK = 20_000;
  private static final int HEADER_BYTES = 20;
  private static final int HEADER_WRITE_VERSION_AT = 18;
  private static final byte VERSION_WAL = 2;

  private final Deadline deadline;
  private @Nullable PreparedStatement version;
  private int lockTimeoutMillis = QuickLimits.LOCK_TIMEOUT_MILLIS;

  private SqliteSource(Connection connection, int statementTimeoutMillis) throws SQLException {
    super(connection);
    this.deadline = new Deadline(statementTimeoutMillis);
    ProgressHandler.setHandler(connection, STEPS_PER_CLOCK_LOOK, deadline);
  }

  /**
   * Loads the driver's native library and what its settings need, calendars and time zones among
   * it, so that a later open need not; failures show up there.
   */
  public static void preload() {
    try {
      SQLiteJDBCLoader.initialize();
      var _ = new SQLiteConfig();
    } catch (Exception | LinkageError _) {
      // The open that follows fails in the same way and reports it.
    }
  }

  /**
   * Opens {@code file}.
   *
   * @throws SourceException when it is missing, not a file or not a database
   */
  public static SqliteSource open(Path file, SessionLifetime lifetime) throws SourceException {
    if (!Files.isRegularFile(file)) {
      throw new SourceException("expected a SQLite database file, found none at the given path");
    }
    Connection connection = null;
    try {
      connection = connect(file, lifetime);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA query_only = ON");
        statement.execute("PRAGMA trusted_schema = OFF");
      }
      return new SqliteSource(connection, lifetime.statementTimeoutMillis());
    } catch (SQLException | IOException | LinkageError e) {
      if (connection != null) {
        closeQuietly(connection);
      }
      throw new SourceException("the SQLite database cannot be opened: " + e.getMessage(), e);
    }
  }

  private static Connection connect(Path file, SessionLifetime lifetime)
      throws SQLException, IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(QuickLimits.LOCK_TIMEOUT_MILLIS);
    config.enableLoadExtension(false);
    Properties properties = config.toProperties();
    String flags = lifetime == SessionLifetime.ONE_RUN && atRest(file) ? "&immutable=1" : "";
    Connection connection =
        new JDBC().connect("jdbc:sqlite:file:" + uriPath(file) + "?mode=ro" + flags, properties);
    if (connection == null) {
      throw new SQLException("the driver refused the path");
    }
    if (connection instanceof SQLiteConnection sqlite) {
      sqlite.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, QuickLimits.RESULT_BYTES_MAX);
    }
    return connection;
  }

  /**
   * Whether {@code file} is in write-ahead-log mode without a log. Such a file is complete, and
   * opening it in the ordinary way would leave a log and an index file beside it.
   */
  private static boolean atRest(Path file) throws IOException {
    byte[] header;
    try (InputStream in = Files.newInputStream(file)) {
      header = in.readNBytes(HEADER_BYTES);
    }
    boolean wal = header.length == HEADER_BYTES && header[HEADER_WRITE_VERSION_AT] == VERSION_WAL;
    return wal && !Files.exists(Path.of(file + "-wal"));
  }

  /** {@code file} as the path of a {@code file:} URI, every byte outside a small set escaped. */
  static String uriPath(Path file) {
    StringBuilder out = new StringBuilder();
    String path = file.toAbsolutePath().normalize().toString();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || "/._-".indexOf(c) >= 0)) {
        out.append(c);
      } else {
        out.append('%')
            .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
            .append(Character.toUpperCase(Character.forDigit(c & 0xf, 16)));
      }
    }
    return out.toString();
  }

  @Override
  public SqlText query() {
    return SqlText.in("\"main\"");
  }

  @Override
  @Nullable StatementClock startClock(LongSupplier nanosLeft) throws SQLException {
    deadline.start(nanosLeft);
    int lockMillis =
        Math.clamp(nanosLeft.getAsLong() / 1_000_000, 1, QuickLimits.LOCK_TIMEOUT_MILLIS);
    if (lockMillis != lockTimeoutMillis && connection instanceof SQLiteConnection sqlite) {
      sqlite.setBusyTimeout(lockMillis);
      lockTimeoutMillis = lockMillis;
    }
    return null;
  }

  @Override
  String schemaVersion() throws SQLException {
    PreparedStatement statement = version;
    if (statement == null) {
      statement = connection.prepareStatement("PRAGMA schema_version");
      version = statement;
    }
    try (ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getString(1);
    }
  }

  @Override
  Catalog readCatalog() throws SQLException {
    return SqliteCatalog.read(connection);
  }

  @Override
  Cell cell(ResultSet row, int column) throws SQLException {
    return switch (row.getObject(column)) {
      case null -> new Cell.Plain(Scalar.Null.NULL);
      case Integer number -> new Cell.Plain(Json.number(number.longValue()));
      case Long number -> new Cell.Plain(Json.number(number.longValue()));
      case Double number -> new Cell.Plain(Json.number(number.doubleValue()));
      case String text -> new Cell.Plain(Json.text(text));
      default -> new Cell.Unreadable();
    };
  }

  /** Interrupts a statement that runs longer than its limit or than its run. */
  private static final class Deadline extends ProgressHandler {
    private final long limitNanos;
    private long startedNanos = System.nanoTime();
    private LongSupplier nanosLeft = () -> Long.MAX_VALUE;

    Deadline(int limitMillis) {
      this.limitNanos = limitMillis * 1_000_000L;
    }

    void start(LongSupplier left) {
      startedNanos = System.nanoTime();
      nanosLeft = left;
    }

    @Override
    protected int progress() {
      boolean over =
          System.nanoTime() - startedNanos > limitNanos
              || nanosLeft.getAsLong() <= 0
              || Thread.currentThread().isInterrupted();
      return over ? 1 : 0;
    }
  }
}
