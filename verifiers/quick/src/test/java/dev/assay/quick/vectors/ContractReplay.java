package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.quick.check.CheckCli;
import dev.assay.quick.check.CommandRun;
import dev.assay.quick.check.Sleeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Exports a contract of {@code input} in a directory and replays it on the same database. */
final class ContractReplay {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String WORKFLOW = "replay";

  private final Path directory;
  private final List<String> database;
  private final JsonNode registry;
  private final JsonNode units;

  /**
   * Runs {@code assay quick}.
   *
   * @param database the flag that names it, and its value
   */
  ContractReplay(Path directory, List<String> database) throws Exception {
    this.directory = directory;
    this.database = database;
    List<String> args =
        new ArrayList<>(
            List.of(
                "--input",
                "input",
                "--export-registry",
                "tools.json",
                "--emit-events",
                "events.ndjson",
                "--workflow-id",
                WORKFLOW));
    args.addAll(database);
    Observation seen = Observation.run(directory, args, new byte[0]);
    this.registry = CommandRun.tree(Objects.requireNonNull(seen.registry()));
    this.units = CommandRun.tree(Objects.requireNonNull(seen.report())).path("units");
  }

  /** The vectors whose run exports something. */
  static Stream<VectorCase> exporting(boolean postgres) throws Exception {
    List<VectorCase> exporting = new ArrayList<>();
    for (VectorCase vector : VectorCase.all().filter(v -> !postgres || v.onPostgres()).toList()) {
      JsonNode registry = vector.expected(postgres).path("registry");
      boolean exports = registry.isArray() && !registry.isEmpty();
      if (exports && vector.args().path("createDb").asBoolean(true)) {
        exporting.add(vector);
      }
    }
    assertThat(exporting).hasSizeGreaterThan(50);
    return exporting.stream();
  }

  /** Runs {@code assay check}. */
  CommandRun check() {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--registry=tools.json", "--events=events.ndjson", "--workflow-id=" + WORKFLOW));
    args.addAll(database);
    return CommandRun.of(
        (out, err) -> CheckCli.run(args, directory, Map.of(), Sleeper.system(), out, err));
  }

  /** The exit code that follows from the verdicts of the exported units. */
  int expectedExitCode() {
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

  /** The tables that the contract reads. */
  Set<String> tables() {
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
}
