package dev.assay.quick.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentifiersTest {

  private static final String HOSTILE = "\"'`;-/*\\[]%_. aZ\u00e9\n\t$?:@#";

  @TempDir Path directory;

  @Test
  void aQuoteInsideANameIsDoubled() {
    assertThat(Identifiers.quote("a\"; DROP TABLE b; --")).isEqualTo("\"a\"\"; DROP TABLE b; --\"");
  }

  @Test
  void aNameThatEndsTheStatementIsRefused() {
    assertThatThrownBy(() -> Identifiers.quote("a\0b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U+0000");
  }

  @Test
  void sqliteReadsAnyQuotedNameBackUnchanged() throws Exception {
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("names.sqlite"))) {
      assertRoundTrips(connection, 300);
    }
  }

  @Test
  void postgresReadsAnyQuotedNameBackUnchanged() throws Exception {
    String database = PostgresServer.shared().createDatabase("SELECT 1");
    try (Connection connection = PostgresServer.shared().connect(database)) {
      assertRoundTrips(connection, 300);
    }
  }

  private static void assertRoundTrips(Connection connection, int rounds) throws Exception {
    Random random = new Random(11);
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      for (int round = 0; round < rounds; round++) {
        String name = name(random);
        try (ResultSet row =
            statement.executeQuery(
                "SELECT "
                    + Identifiers.quote(name)
                    + ".x AS "
                    + Identifiers.quote(name)
                    + " FROM (SELECT 1 AS x) "
                    + Identifiers.quote(name))) {
          assertThat(row.getMetaData().getColumnLabel(1)).isEqualTo(name);
        }
      }
    }
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder("n");
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      name.append(HOSTILE.charAt(random.nextInt(HOSTILE.length())));
    }
    return name.toString();
  }
}
