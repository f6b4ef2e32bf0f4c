package dev.assay.store.index;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one database, migrated: one that writes, a few that read. */
final class Database implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** Steps for both databases; those for one of them are in a directory beside it. */
  private static final String MIGRATIONS = "classpath:dev/assay/store/migrations";

  private static final String DOCUMENTS_AS_BYTES =
      """
      alter table decision
        alter column json type bytea using convert_to(json, 'UTF8');
      alter table work_item
        alter column control_state type bytea using convert_to(control_state, 'UTF8')\
      """;

  private static final String BYTEWISE = "id collate \"C\"";

  /** What only SQLite's writing connection has. */
  private static final String WRITER =
      "&transaction_mode=IMMEDIATE&cache_size=-" + IndexLimits.WRITER_CACHE_KIB;

  /**
   * What a connection to PostgreSQL does before it may write. The lock is the session's: it goes to
   * the next store with the end of the connection, and nobody writes without it.
   */
  private static final String WRITER_LOCK =
      "set lock_timeout = "
          + IndexLimits.TAKEOVER_WAIT_MILLIS
          + "; select pg_advisory_lock(hashtext('assay.store'), hashtext(current_schema()))"
          + "; reset lock_timeout";

  /**
   * What a connection to PostgreSQL that reads does first. Its planner takes a page out of order
   * for four in order, as on turning disks: it rather reads 25,000 entries in their order than the
   * 1,000 of a fleet by their index. And after five times it plans a statement for any values: all
   * that an agent did is read then for a result that is rare.
   */
  private static final String READER =
      "set random_page_cost = 1.1; set plan_cache_mode = force_custom_plan";

  /** PostgreSQL's state for a lock that was not free in time. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final HikariDataSource writer;
  private final HikariDataSource readers;
  private final Lock writing;
  private final @Nullable WalCheckpoints checkpoints;
  private final @Nullable Path file;
  private final @Nullable Object fileKey;

  private Database(
      DatabaseConfig config,
      HikariDataSource writer,
      HikariDataSource readers,
      Lock writing,
      @Nullable WalCheckpoints checkpoints) {
    this.writer = writer;
    this.readers = readers;
    this.writing = writing;
    this.checkpoints = checkpoints;
    this.file = config instanceof DatabaseConfig.Sqlite sqlite ? sqlite.file() : null;
    this.fileKey = file == null ? null : key(file);
  }

  /** What tells a file from another one of its name; null where there is none. */
  private static @Nullable Object key(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException _) {
      return null;
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the attributes of " + file, e);
    }
  }

  /**
   * Refuses to go on with a file that is no longer there under its name: what is written to it is
   * gone with this process.
   */
  void requireSame() {
    if (file != null && !Objects.equals(fileKey, key(file))) {
      throw new StoreCorruptException(
          "the database file " + file + " that was opened",
          "another one, or none",
          "stop the store, and run `assay log repair` when the log is ahead of the new file");
    }
  }

  static Database open(DatabaseConfig config) {
    HikariDataSource writer = null;
    try {
      writer = pool(config, "store-writer", 1, true);
      migrate(config);
      HikariDataSource readers = pool(config, "store-reader", IndexLimits.READERS, false);
      Lock writing = new ReentrantLock(true);
      return new Database(config, writer, readers, writing, checkpoints(config, writing));
    } catch (RuntimeException e) {
      if (writer != null) {
        writer.close();
      }
      if (writtenByAnother(e)) {
        throw new StoreCorruptException(
            "to be the only store that writes to " + config,
            "another session that holds the lock of writers",
            "stop the other store; a second store needs a database of its own");
      }
      throw e instanceof StoreCorruptException
          ? e
          : StoreUnavailableException.orDamage(opening(config), e);
    }
  }

  private static boolean writtenByAnother(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refused
          && LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** Readers of a database that is there, without a writer and without migrating it. */
  static Database reading(DatabaseConfig config) {
    try {
      HikariDataSource readers = pool(config, "store-reader", IndexLimits.READERS, false);
      return new Database(config, readers, readers, new ReentrantLock(), null);
    } catch (RuntimeException e) {
      throw StoreUnavailableException.orDamage(opening(config), e);
    }
  }

  private static String opening(DatabaseConfig config) {
    return "opening the database "
        + config
        + switch (config) {
          case DatabaseConfig.Sqlite _ -> " (may its directory be written?)";
          case DatabaseConfig.Postgres _ ->
              " (does it run, and are store.jdbcUrl, store.user and store.password right?)";
        };
  }

  private static @Nullable WalCheckpoints checkpoints(DatabaseConfig config, Lock writing) {
    return switch (config) {
      case DatabaseConfig.Sqlite sqlite ->
          WalCheckpoints.start(sqliteUrl(sqlite.file(), IndexLimits.BUSY_WAIT_MILLIS), writing);
      case DatabaseConfig.Postgres _ -> null;
    };
  }

  private static HikariDataSource pool(
      DatabaseConfig config, String name, int connections, boolean writes) {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName(name);
    pool.setMaximumPoolSize(connections);
    pool.setMinimumIdle(writes ? 1 : 0);
    pool.setConnectionTimeout(IndexLimits.CONNECTION_WAIT_MILLIS);
    switch (config) {
      case DatabaseConfig.Sqlite sqlite -> {
        String url = sqliteUrl(sqlite.file(), IndexLimits.BUSY_WAIT_MILLIS);
        pool.setJdbcUrl(writes ? url + WRITER : url);
        pool.setConnectionInitSql("pragma wal_autocheckpoint = " + IndexLimits.WAL_PAGES_MAX);
      }
      case DatabaseConfig.Postgres postgres -> {
        pool.setJdbcUrl(postgres.url());
        pool.setUsername(postgres.user());
        pool.setPassword(postgres.password());
        pool.addDataSourceProperty("reWriteBatchedInserts", "true");
        pool.addDataSourceProperty("ApplicationName", name);
        pool.setReadOnly(!writes);
        pool.setConnectionInitSql(writes ? WRITER_LOCK : READER);
      }
    }
    return new HikariDataSource(pool);
  }

  private static String sqliteUrl(Path file, int waitMillis) {
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
    } catch (IOException e) {
      throw new StoreUnavailableException("creating the directory " + parent, e);
    }
    return "jdbc:sqlite:"
        + file.toAbsolutePath()
        + "?journal_mode=WAL&synchronous=FULL&busy_timeout="
        + waitMillis;
  }

  private static void migrate(DatabaseConfig config) {
    var flyway = Flyway.configure(Database.class.getClassLoader());
    String database =
        switch (config) {
          case DatabaseConfig.Sqlite _ -> "sqlite";
          case DatabaseConfig.Postgres _ -> "postgresql";
        };
    flyway.locations(MIGRATIONS, MIGRATIONS + "-" + database);
    switch (config) {
      case DatabaseConfig.Sqlite sqlite ->
          flyway
              .dataSource(sqliteUrl(sqlite.file(), IndexLimits.BUSY_WAIT_MILLIS), "", "")
              .placeholders(
                  Map.of(
                      "serial", "integer",
                      "sequence", "integer",
                      "bytes", "blob",
                      "documents", "select 1", // SQLite keeps bytes in any column
                      "beginnings", "select 1", // and its primary key is by bytes
                      "position", "", // which is a row's number, and ends each index
                      "clustered", " without rowid"));
      case DatabaseConfig.Postgres postgres ->
          flyway
              .dataSource(postgres.url(), postgres.user(), postgres.password())
              .placeholders(
                  Map.of(
                      "serial", "bigint",
                      "sequence", "bigint generated by default as identity",
                      "bytes", "bytea",
                      "documents", DOCUMENTS_AS_BYTES,
                      "beginnings",
                          "create index work_item_by_bytes on work_item (" + BYTEWISE + ")",
                      "position", ", log_index",
                      "clustered", ""));
    }
    try {
      migrate(flyway.load());
    } catch (FlywayException e) {
      throw StoreUnavailableException.orDamage("migrating the database " + config, e);
    }
  }

  private static void migrate(Flyway flyway) {
    MigrationInfoService info = flyway.info();
    requireNotLater(info);
    MigrationInfo earlier = info.current();
    if (earlier != null && info.pending().length > 0) {
      LOG.atInfo()
          .addKeyValue("version", earlier.getVersion())
          .addKeyValue("steps", info.pending().length)
          .log("the database is brought up to date, for some minutes when it has a million rows");
    }
    MigrateResult result = flyway.migrate();
    if (earlier != null && result.migrationsExecuted > 0) {
      LOG.atInfo()
          .addKeyValue("version", result.targetSchemaVersion)
          .addKeyValue("millis", result.getTotalMigrationTime())
          .log("the database is up to date");
    }
  }

  /** Flyway itself takes a database that has more steps than it knows for one that is ready. */
  private static void requireNotLater(MigrationInfoService info) {
    for (MigrationInfo step : info.all()) {
      if (step.getState() == MigrationState.FUTURE_SUCCESS) {
        throw new StoreCorruptException(
            "a database of this build or of an earlier one",
            "version " + step.getVersion() + ", which a later build made",
            "start a build at least as new, or restore the backup from before the upgrade");
      }
    }
  }

  HikariDataSource writer() {
    return writer;
  }

  /** To be held during each transaction of the writer. */
  Lock writing() {
    return writing;
  }

  HikariDataSource readers() {
    return readers;
  }

  /**
   * The column {@code id}, compared by bytes: as it is in SQLite, with any locale in PostgreSQL.
   */
  String bytewiseId() {
    return file == null ? BYTEWISE : "id";
  }

  @Override
  public void close() {
    if (checkpoints != null) {
      checkpoints.close();
    }
    writer.close();
    readers.close();
  }
}
