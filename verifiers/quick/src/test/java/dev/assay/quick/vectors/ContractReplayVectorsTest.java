package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.quick.check.CheckCli;
import dev.assay.quick.check.CommandRun;
import dev.assay.quick.check.Pacing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a quick run exports replays like the run on the same data, and red once the rows are gone.
 */
class ContractReplayVectorsTest {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String WORKFLOW = "replay";

  @TempDir Path directory;

  static Stream<VectorCase> cases() throws Exception {
    List<VectorCase> exporting = new ArrayList<>();
    for (VectorCase vector : VectorCase.all().toList()) {
      JsonNode registry = vector.expected(false).path("registry");
      boolean exports = registry.isArray() && !registry.isEmpty();
      if (exports && vector.args().path("createDb").asBoolean(true)) {
        exporting.add(vector);
      }
    }
    assertThat(exporting).hasSizeGreaterThan(50);
    return exporting.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anExportedContractReplaysLikeItsRun(VectorCase vector) throws Exception {
    Files.write(directory.resolve("input"), vector.input());
    execute(vector.schema(false));
    Observation seen =
        Observation.run(
            directory,
            List.of(
                "--input",
                "input",
                "--db",
                "db.sqlite",
                "--export-registry",
                "tools.json",
                "--emit-events",
                "events.ndjson",
                "--workflow-id",
                WORKFLOW),
            new byte[0]);
    JsonNode registry = CommandRun.tree(Objects.requireNonNull(seen.registry()));
    JsonNode units = CommandRun.tree(Objects.requireNonNull(seen.report())).path("units");

    CommandRun replay = check();

    Documents.assertValid(Documents.CERTIFICATE, replay.stdout());
    assertThat(replay.exitCode()).as(replay.stderr()).isEqualTo(expected(units, registry));
    if (replay.exitCode() != 0) {
      return;
    }
    for (String table : tables(registry)) {
      execute("DELETE FROM \"" + table + "\"");
    }
    CommandRun red = check();
    assertThat(red.exitCode()).as(red.stderr()).isEqualTo(1);
    assertThat(red.codes()).isSubsetOf("ROW_ABSENT", "RELATED_ROWS_ABSENT");
  }

  private CommandRun check() {
    List<String> args =
        List.of(
            "--registry=tools.json",
            "--events=events.ndjson",
            "--db=db.sqlite",
            "--workflow-id=" + WORKFLOW);
    return CommandRun.of(
        (out, err) -> CheckCli.run(args, directory, Map.of(), Pacing.system(), out, err));
  }

  /** The exit code that follows from the verdicts of the exported units. */
  private static int expected(JsonNode units, JsonNode registry) {
    boolean failed = false;
    for (JsonNode unit : units) {
      if (unit.path("contractEligible").asBoolean()) {
        if (unit.path("verdict").asText().equals("uncertain")) {
          return 2;
        }
        failed |= unit.path("verdict").asText().equals("fail");
        for (String name : names(unit.path("request"))) {
          if (!IDENTIFIER.matcher(name).matches()) {
            return 2;
          }
        }
      }
    }
    assertThat(registry).isNotEmpty();
    return failed ? 1 : 0;
  }

  private static Set<String> names(JsonNode request) {
    Set<String> names = new TreeSet<>();
    names.add(request.path(request.has("table") ? "table" : "childTable").asText());
    request.path("identityEq").forEach(match -> names.add(match.path("column").asText()));
    request.path("matchEq").forEach(match -> names.add(match.path("column").asText()));
    request.path("requiredFields").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static Set<String> tables(JsonNode registry) {
    Set<String> tables = new TreeSet<>();
    for (JsonNode tool : registry) {
      JsonNode verification = tool.path("verification");
      if (verification.has("table")) {
        tables.add(verification.path("table").path("const").asText());
      }
      verification
          .path("checks")
          .forEach(check -> tables.add(check.path("childTable").path("const").asText()));
    }
    return tables;
  }

  private void execute(String script) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }
}
