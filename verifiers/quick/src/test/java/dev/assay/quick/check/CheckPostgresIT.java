package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.sql.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The same contracts on PostgreSQL. */
class CheckPostgresIT {

  private static String database;

  @TempDir Path directory;
  private ContractFixture fixture;

  @BeforeAll
  static void createDatabase() throws Exception {
    database =
        PostgresServer.shared()
            .createDatabase(
                ContractFixture.SCHEMA
                    .replace("BLOB", "BYTEA")
                    .replace("x'00'", "'\\x00'")
                    .replace("REAL", "NUMERIC(10,2)"));
  }

  @BeforeEach
  void useDatabase() {
    fixture = new ContractFixture(directory);
    fixture.database = List.of("--postgres-url", PostgresServer.shared().url(database));
  }

  static Stream<Arguments> checks() {
    return CheckRelationsTest.checks();
  }

  @ParameterizedTest
  @MethodSource("checks")
  void relationsAreComparedWithWhatTheContractExpects(String checks, int exitCode, String code) {
    CommandRun run = fixture.tool("t", checks).event(0, "t", "{'n':3,'s':'3'}").check();

    assertThat(run.exitCode()).as(run.stderr()).isEqualTo(exitCode);
    assertThat(String.join(",", run.codes())).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{'id':1,'fields':{'status':'paid','total':19.5}}`,0,``",
        "`{'id':7,'fields':{}}`,1,ROW_ABSENT",
        "`{'id':1,'fields':{'total':19}}`,1,VALUE_MISMATCH",
        "`{'id':'x','fields':{}}`,2,CONNECTOR_ERROR",
      })
  void rowsAreCompared(String params, int exitCode, String code) {
    CommandRun run = fixture.tool("t", ContractFixture.ROW).event(0, "t", params).check();

    assertThat(run.exitCode()).as(run.stderr()).isEqualTo(exitCode);
    assertThat(String.join(",", run.codes())).isEqualTo(code);
  }

  @Test
  void aForbiddenRowIsFound() {
    String absent =
        "{'kind':'sql_row_absent','table':{'const':'orders'},'identityEq':[{'column':"
            + "{'const':'id'},'value':{'pointer':'/id'}}]}";
    CommandRun run =
        fixture.tool("t", absent).event(0, "t", "{'id':9}").event(1, "t", "{'id':1}").check();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.codes()).containsExactly("ROW_PRESENT_WHEN_FORBIDDEN");
  }

  @Test
  void aRowThatShowsUpInTimeIsVerified() {
    fixture.sleeper =
        new Sleeper() {
          private long now;

          @Override
          public long nowMillis() {
            return now;
          }

          @Override
          public void sleep(long millis) {
            now += millis;
            try {
              PostgresServer.shared()
                  .execute(database, "INSERT INTO logs VALUES (77, 'late') ON CONFLICT DO NOTHING");
            } catch (java.sql.SQLException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    String log =
        "{'kind':'sql_row','table':{'const':'logs'},'identityEq':[{'column':{'const':'order_id'},"
            + "'value':{'const':77}}],'requiredFields':{'pointer':'/f'}}";

    CommandRun run =
        fixture
            .tool("t", log)
            .event(0, "t", "{'f':{'note':'late'}}")
            .check(
                "--consistency=eventual",
                "--verification-window-ms=1000",
                "--poll-interval-ms=100");

    assertThat(run.exitCode()).as(run.stderr()).isZero();
  }
}
