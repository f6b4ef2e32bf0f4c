package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.check.CommandRun;
import dev.assay.quick.sql.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a quick run on PostgreSQL exports replays there, green before a change and red after. */
class ContractReplayPostgresIT {

  private static String database = "";

  @TempDir Path directory;

  @BeforeAll
  static void createDatabase() throws SQLException {
    database = PostgresServer.shared().createDatabase("SELECT 1");
  }

  static Stream<VectorCase> cases() throws Exception {
    return ContractReplay.exporting(true);
  }

  private ContractReplay export(String schema, byte[] input) throws Exception {
    Files.write(directory.resolve("input"), input);
    PostgresServer.shared().reset(database, schema);
    return new ContractReplay(
        directory, List.of("--postgres-url", PostgresServer.shared().url(database)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anExportedContractReplaysLikeItsRun(VectorCase vector) throws Exception {
    ContractReplay contract = export(vector.schema(true), vector.input());

    CommandRun replay = contract.check();

    Documents.assertValid(Documents.CERTIFICATE, replay.stdout());
    assertThat(replay.exitCode()).as(replay.stderr()).isEqualTo(contract.expectedExitCode());
    if (replay.exitCode() != 0) {
      return;
    }
    for (String table : contract.tables()) {
      PostgresServer.shared().execute(database, "TRUNCATE TABLE \"" + table + "\" CASCADE");
    }
    CommandRun red = contract.check();
    assertThat(red.exitCode()).as(red.stderr()).isEqualTo(1);
    assertThat(red.codes()).isSubsetOf("ROW_ABSENT", "RELATED_ROWS_ABSENT");
  }

  @Test
  void aChangedRowAndThenADeletedOneTurnTheContractRed() throws Exception {
    ContractReplay contract =
        export(
            "CREATE TABLE orders (id BIGINT PRIMARY KEY, status TEXT, total NUMERIC(10,2));"
                + "INSERT INTO orders VALUES (9007199254740993, 'open', 19.50)",
            """
            {"tool":"orders.create","params":{"id":9007199254740993,"status":"open","total":19.5}}
            """
                .getBytes(StandardCharsets.UTF_8));

    assertThat(contract.check().exitCode()).isZero();
    PostgresServer.shared().execute(database, "UPDATE orders SET status = 'void'");
    CommandRun changed = contract.check();
    PostgresServer.shared().execute(database, "DELETE FROM orders");
    CommandRun deleted = contract.check();

    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.codes()).containsExactly("VALUE_MISMATCH");
    assertThat(deleted.exitCode()).isEqualTo(1);
    assertThat(deleted.codes()).containsExactly("ROW_ABSENT");
  }
}
