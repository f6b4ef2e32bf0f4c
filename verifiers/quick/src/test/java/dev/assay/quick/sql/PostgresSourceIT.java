package dev.assay.quick.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.quick.QuickVerifier;
import dev.assay.quick.ingest.LogIngest;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.plan.ReasonCode;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.sql.Row.Cell;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresSourceIT {

  private static final PostgresServer SERVER = PostgresServer.shared();
  private static String database = "";

  @BeforeAll
  static void createDatabase() throws Exception {
    database =
        SERVER.createDatabase(
            """
            CREATE TABLE audit (id bigserial PRIMARY KEY, note text);
            CREATE TABLE orders (id integer PRIMARY KEY, note text);
            INSERT INTO orders VALUES (1, 'a');
            CREATE SEQUENCE numbers;
            CREATE FUNCTION spy() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS
              $$ BEGIN INSERT INTO audit (note) VALUES ('called'); RETURN true; END $$;
            CREATE TABLE guarded (id integer PRIMARY KEY, note text);
            INSERT INTO guarded VALUES (1, 'a');
            ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
            CREATE POLICY spying ON guarded USING (spy());
            CREATE ROLE reader LOGIN;
            GRANT SELECT ON orders, guarded TO reader;
            """);
  }

  @Test
  void noStatementCanWrite() throws Exception {
    try (RowSource source = PostgresSource.open(SERVER.url(database), null, SessionLifetime.LONG)) {
      List<SqlText> attacks =
          List.of(
              source.query().fixed("DELETE FROM orders RETURNING id"),
              source.query().fixed("SELECT 1; DELETE FROM orders"),
              source.query().fixed("SELECT spy()"),
              source.query().fixed("SELECT nextval('numbers')"),
              source.query().fixed("SELECT setval('numbers', 7)"),
              source.query().fixed("SELECT lo_create(0)"),
              source.query().fixed("CREATE TABLE t AS SELECT 1"),
              source.query().fixed("SELECT * FROM orders FOR UPDATE"));
      for (SqlText attack : attacks) {
        assertThatThrownBy(() -> source.read(attack, 1)).isInstanceOf(SourceException.class);
      }
    }

    assertThat(count("orders")).isEqualTo(1);
    assertThat(count("audit")).isZero();
  }

  @Test
  void aPolicyThatWritesMakesTheUnitUncertain() throws Exception {
    QuickResult result =
        verify(
            SERVER.url("reader", database),
            "{\"tool\":\"guarded.update\",\"params\":{\"id\":1,\"note\":\"a\"}}");

    assertThat(result.units().getFirst().codes()).containsExactly(ReasonCode.CONNECTOR_ERROR);
    assertThat(count("audit")).isZero();
  }

  @Test
  void hostileValuesStayValues() throws Exception {
    verify(
        SERVER.url(database),
        "{\"tool\":\"orders.update\",\"params\":{\"id\":\"1; DELETE FROM orders\",\"note\":\"x'); DROP"
            + " TABLE orders; --\"}}");

    assertThat(count("orders")).isEqualTo(1);
  }

  @Test
  void tablesWithoutSelectPrivilegeAreInvisible() throws Exception {
    try (RowSource source =
        PostgresSource.open(SERVER.url("reader", database), null, SessionLifetime.LONG)) {
      assertThat(source.catalog().tables())
          .extracting(Catalog.Table::name)
          .containsExactly("guarded", "orders");
    }
  }

  @Test
  void theCatalogIsTheSameInstanceUntilTheSchemaChanges() throws Exception {
    String own = SERVER.createDatabase("CREATE TABLE a (id integer PRIMARY KEY, b text)");
    try (RowSource source = PostgresSource.open(SERVER.url(own), null, SessionLifetime.LONG)) {
      Catalog first = source.catalog();
      SERVER.execute(own, "INSERT INTO a VALUES (1, 'x')");
      assertThat(source.catalog()).isSameAs(first);

      SERVER.execute(own, "ALTER TABLE a RENAME COLUMN b TO c");
      assertThat(source.catalog().tables().getFirst().columns()).containsExactly("id", "c");
      assertThat(source.read(source.query().fixed("SELECT * FROM ").table("a"), 1)).hasSize(1);
      SERVER.execute(own, "ALTER TABLE a ADD COLUMN d integer");
      assertThat(source.catalog().tables().getFirst().columns()).containsExactly("id", "c", "d");
      assertThat(
              source.read(source.query().fixed("SELECT * FROM ").table("a"), 1).getFirst().names())
          .containsExactly("id", "c", "d");
    }
  }

  @Test
  void everyTypeLandsInItsValueClass() throws Exception {
    String own =
        SERVER.createDatabase(
            """
            CREATE TYPE mood AS ENUM ('calm', 'bold');
            CREATE TABLE t (id integer PRIMARY KEY, i8 bigint, f4 real, n numeric, b boolean,
              d date, ts timestamp, tz timestamptz, j json, jb jsonb, a integer[], by bytea,
              iv interval, p point, u uuid, c char(3), m mood, bits bit(1), cash money);
            INSERT INTO t VALUES (1, 9007199254740993, 0.1, 4.20, true, '2024-03-01',
              '2024-03-01 10:00:00.123456', '2024-03-01 10:00:00+02', '{}', '5', '{1}', 'x',
              '1 day', '(1,2)', '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'ab', 'calm', B'1', 3);
            """);
    try (RowSource source = PostgresSource.open(SERVER.url(own), null, SessionLifetime.LONG)) {
      Row row = source.read(source.query().fixed("SELECT * FROM ").table("t"), 1).getFirst();

      assertThat(row.cells())
          .extracting(PostgresSourceIT::shape)
          .containsExactly(
              "Int 1",
              "Int 9007199254740993",
              "Real 0.1",
              "Text 4.20",
              "Bool true",
              "Moment 2024-03-01T00:00:00.000Z",
              "Moment 2024-03-01T10:00:00.123Z",
              "Moment 2024-03-01T08:00:00.000Z",
              "Unreadable",
              "Unreadable",
              "Unreadable",
              "Unreadable",
              "Unreadable",
              "Unreadable",
              "Text 6f9619ff-8b86-d011-b42d-00c04fc964ff",
              "Text ab ",
              "Text calm",
              "Text 1",
              "Text $3.00");
    }
  }

  private static String shape(Cell cell) {
    return switch (cell) {
      case Cell.Plain plain ->
          plain.value().getClass().getSimpleName() + " " + plain.value().plainText();
      case Cell.Moment moment -> "Moment " + moment.iso();
      case Cell.Unreadable _ -> "Unreadable";
    };
  }

  private static QuickResult verify(String url, String input) throws SourceException {
    try (RowSource source = PostgresSource.open(url, null, SessionLifetime.LONG)) {
      return new QuickVerifier(source)
          .verify(
              LogIngest.read(
                  input.getBytes(StandardCharsets.UTF_8), QuickLimits.COMMAND_NODES_MAX));
    }
  }

  private static long count(String table) throws Exception {
    try (Connection connection = SERVER.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT count(*) FROM " + Identifiers.quote(table))) {
      row.next();
      return row.getLong(1);
    }
  }
}
