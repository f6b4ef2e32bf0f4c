package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.check.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a quick run exports replays like the run on the same data, and red once the rows are gone.
 */
class ContractReplayVectorsTest {

  @TempDir Path directory;

  static Stream<VectorCase> cases() throws Exception {
    return ContractReplay.exporting(false);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anExportedContractReplaysLikeItsRun(VectorCase vector) throws Exception {
    Files.write(directory.resolve("input"), vector.input());
    execute(vector.schema(false));
    ContractReplay contract = new ContractReplay(directory, List.of("--db", "db.sqlite"));

    CommandRun replay = contract.check();

    Documents.assertValid(Documents.CERTIFICATE, replay.stdout());
    assertThat(replay.exitCode()).as(replay.stderr()).isEqualTo(contract.expectedExitCode());
    if (replay.exitCode() != 0) {
      return;
    }
    for (String table : contract.tables()) {
      execute("DELETE FROM \"" + table + "\"");
    }
    CommandRun red = contract.check();
    assertThat(red.exitCode()).as(red.stderr()).isEqualTo(1);
    assertThat(red.codes()).isSubsetOf("ROW_ABSENT", "RELATED_ROWS_ABSENT");
  }

  private void execute(String script) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }
}
