package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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

  @Test
  void aConnectionCutByTheServerLosesAndDoublesNothing() throws Exception {
    StoreConfig config = TestStores.config(directory.resolve("cut"), database(directory));
    int retries = 0;
    try (AttestationStore store = TestStores.open(config)) {
      for (int batch = 0; batch < 5; batch++) {
        cutConnections();
        for (boolean written = false; !written; ) {
          try {
            store.append(Samples.range(0, 20 * (batch + 1)));
            written = true;
          } catch (StoreUnavailableException _) {
            retries++;
          }
        }
        assertThat(store.logSize()).isEqualTo(20L * (batch + 1));
      }
    }
    assertThat(retries).isBetween(1, 25);
    assertThat(TestStores.check(config).problems()).isEmpty();
  }

  @Test
  void aSecondStoreIsRefusedUntilTheSessionOfTheFirstEndsWhichThenWritesNoMore() throws Exception {
    StoreConfig config = TestStores.config(directory.resolve("one"), database(directory));
    StoreConfig copy =
        new StoreConfig(
            directory.resolve("two/log"),
            config.database(),
            config.origin(),
            config.checkpointKey(),
            config.attestationKeys());
    try (AttestationStore first = TestStores.open(config)) {
      assertThatThrownBy(() -> TestStores.open(copy))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining("to be the only store that writes");
      cutConnections();
      try (AttestationStore second = TestStores.open(copy)) {
        second.append(Samples.range(0, 2));
        assertThatThrownBy(() -> first.append(Samples.range(2, 4)))
            .isInstanceOf(StoreCorruptException.class)
            .hasMessageContaining("to be the only one that signs");
        assertThat(second.append(Samples.range(4, 5)).logSize()).isEqualTo(3);
      }
    }
  }

  @Test
  void aDatabaseThatIsGoneIsAProblemAlsoWhileAWriteWaitsForIt() throws Exception {
    EmbeddedPostgres own = EmbeddedPostgres.start();
    StoreConfig config =
        TestStores.config(
            directory.resolve("gone"),
            new DatabaseConfig.Postgres(
                own.getJdbcUrl("postgres", "postgres"), "postgres", "postgres"));
    try (AttestationStore store = TestStores.open(config)) {
      own.close();
      AtomicBoolean ended = new AtomicBoolean();
      Thread sink =
          Thread.ofPlatform()
              .start(() -> {
                while (!ended.get()) {
                  try {
                    store.append(Samples.range(0, 1));
                  } catch (StoreUnavailableException _) {
                    Thread.onSpinWait(); // and again, as the sink does
                  }
                }
              });
      try {
        while (sink.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }

        assertThat(store.problem().orElseThrow()).contains("database");
      } finally {
        ended.set(true);
        sink.join();
      }
    }
  }

  private static void cutConnections() throws Exception {
    try (Connection connection = server().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where application_name = 'store-writer'");
    }
  }

  private static EmbeddedPostgres server() {
    return Objects.requireNonNull(server);
  }

  @Override
  DatabaseConfig database(Path directory) throws Exception {
    EmbeddedPostgres running = server();
    String name = "store" + databases++;
    try (Connection connection = running.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    return new DatabaseConfig.Postgres(
        running.getJdbcUrl("postgres", name), "postgres", "postgres");
  }
}
