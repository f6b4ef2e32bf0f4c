package dev.assay.quick.sql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for the tests of this module, with a fresh database on demand. */
public final class PostgresServer {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static final String DROP_EVERYTHING =
      """
      DO $$ DECLARE s name; BEGIN
        FOR s IN SELECT nspname FROM pg_namespace
            WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' LOOP
          EXECUTE format('DROP SCHEMA %I CASCADE', s);
        END LOOP;
      END $$;
      CREATE SCHEMA public;
      """;

  private final EmbeddedPostgres server;

  private PostgresServer(EmbeddedPostgres server) {
    this.server = server;
  }

  /** The server; it stops with the JVM. */
  public static PostgresServer shared() {
    return Holder.SERVER;
  }

  /** A new database in which {@code script} was run. */
  public String createDatabase(String script) throws SQLException {
    String name = "d" + DATABASES.incrementAndGet();
    execute("postgres", "CREATE DATABASE " + name + " TEMPLATE template0");
    execute(name, script);
    return name;
  }

  /** Empties {@code database} and runs {@code script} in it. */
  public void reset(String database, String script) throws SQLException {
    execute(database, DROP_EVERYTHING + script);
  }

  /** Removes {@code database}. */
  public void dropDatabase(String database) throws SQLException {
    execute("postgres", "DROP DATABASE " + database + " WITH (FORCE)");
  }

  /** Runs {@code sql} with all rights. */
  public void execute(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A connection with all rights. */
  public Connection connect(String database) throws SQLException {
    return server.getDatabase("postgres", database).getConnection();
  }

  /** The URL of {@code database} as a person would type it. */
  public String url(String database) {
    return url("postgres", database);
  }

  /** The URL of {@code database} for {@code user}. */
  public String url(String user, String database) {
    return "postgresql://" + user + "@127.0.0.1:" + server.getPort() + "/" + database;
  }

  private static final class Holder {
    static final PostgresServer SERVER = start();

    private static PostgresServer start() {
      try {
        // What is lost with the machine is made anew by the next run.
        return new PostgresServer(
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .start());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
