package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresStoreIT extends AttestationStoreContract {

  private static @Nullable EmbeddedPostgres server;
  private static int databases;

  @BeforeAll
  static void startServer() throws Exception {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Override
  DatabaseConfig database(Path directory) throws Exception {
    EmbeddedPostgres running = java.util.Objects.requireNonNull(server);
    String name = "store" + databases++;
    try (Connection connection = running.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    return new DatabaseConfig.Postgres(
        running.getJdbcUrl("postgres", name), "postgres", "postgres");
  }
}
