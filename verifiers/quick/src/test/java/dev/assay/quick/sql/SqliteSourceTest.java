package dev.assay.quick.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.ingest.LogIngest;
import dev.assay.quick.limits.QuickLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSourceTest {

  private static final String HOSTILE_TABLE = "orders\"; DELETE FROM orders; --";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void createDatabase() throws SQLException {
    file = directory.resolve("odd %?#\u00e9 name.sqlite");
    execute(
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT);"
            + "INSERT INTO orders VALUES (1, 'a');"
            + "CREATE TABLE "
            + Identifiers.quote(HOSTILE_TABLE)
            + " (\"id\"\" OR 1=1 --\" TEXT PRIMARY KEY, note TEXT)");
  }

  @Test
  void noStatementCanWrite() throws Exception {
    byte[] before = Files.readAllBytes(file);
    try (RowSource source = SqliteSource.open(file, SessionLifetime.LONG)) {
      List<SqlText> attacks =
          List.of(
              source.query().fixed("DELETE FROM orders"),
              source.query().fixed("SELECT 1; DELETE FROM orders"),
              source.query().fixed("PRAGMA user_version = 7"),
              source.query().fixed("PRAGMA query_only = OFF"),
              source.query().fixed("INSERT INTO orders VALUES (2, 'b') RETURNING id"),
              source.query().fixed("ATTACH '").fixed("x.sqlite' AS x"),
              source.query().fixed("CREATE TEMP TABLE t AS SELECT 1"));
      for (SqlText attack : attacks) {
        tryToRead(source, attack);
      }
      tryToRead(source, source.query().fixed("DELETE FROM orders"));
    }

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(filesBeside()).isEmpty();
  }

  @Test
  void hostileNamesAndValuesStayNamesAndValues() throws Exception {
    byte[] before = Files.readAllBytes(file);
    String call =
        "{\"tool\":\"orders.x'; DELETE FROM orders; --\",\"params\":{\"id\":\"1; DELETE FROM"
            + " orders\",\"id\\\" OR 1=1 --\":\"' OR '1'='1\",\"note\":\"x'); DROP TABLE"
            + " orders; --\"}}";
    try (RowSource source = SqliteSource.open(file, SessionLifetime.ONE_RUN)) {
      new QuickVerifier(source)
          .verify(
              LogIngest.read(call.getBytes(StandardCharsets.UTF_8), QuickLimits.COMMAND_NODES_MAX));
    }

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aMissingFileIsRefusedAndNotCreated() {
    Path missing = directory.resolve("missing.sqlite");

    assertThatThrownBy(() -> SqliteSource.open(missing, SessionLifetime.ONE_RUN))
        .isInstanceOf(SourceException.class);
    assertThat(missing).doesNotExist();
  }

  @Test
  void aDatabaseInLogModeIsReadWithoutLeavingFiles() throws Exception {
    execute("PRAGMA journal_mode = WAL");
    execute("INSERT INTO orders VALUES (2, 'b')");
    assertThat(filesBeside()).isEmpty();

    try (RowSource source = SqliteSource.open(file, SessionLifetime.ONE_RUN)) {
      assertThat(source.read(source.query().fixed("SELECT id FROM ").table("orders"), 9))
          .hasSize(2);
    }

    assertThat(filesBeside()).isEmpty();
  }

  @Test
  void theCatalogIsTheSameInstanceUntilTheSchemaChanges() throws Exception {
    try (RowSource source = SqliteSource.open(file, SessionLifetime.LONG)) {
      Catalog first = source.catalog();
      execute("INSERT INTO orders VALUES (3, 'c')");
      assertThat(source.catalog()).isSameAs(first);

      execute("CREATE TABLE later (id INTEGER PRIMARY KEY)");
      assertThat(source.catalog().tables())
          .extracting(Catalog.Table::name)
          .containsExactly("later", "orders", HOSTILE_TABLE);
    }
  }

  @Test
  void aQueryWithoutEndIsStopped() throws Exception {
    try (SqliteSource source = SqliteSource.open(file, SessionLifetime.LONG)) {
      SqlText endless =
          source
              .query()
              .fixed("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)")
              .fixed(" SELECT count(*) FROM n");

      assertThatThrownBy(() -> source.read(endless, 1)).isInstanceOf(SourceException.class);
      assertThat(source.read(source.query().fixed("SELECT 1"), 1)).hasSize(1);
    }
  }

  private static void tryToRead(RowSource source, SqlText attack) {
    try {
      source.read(attack, 1);
    } catch (SourceException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  private void execute(String script) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:file:" + SqliteSource.uriPath(file));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  private List<Path> filesBeside() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(path -> !path.equals(file)).toList();
    }
  }
}
