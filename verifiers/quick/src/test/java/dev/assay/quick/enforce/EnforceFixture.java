package dev.assay.quick.enforce;

import dev.assay.quick.check.CommandRun;
import dev.assay.quick.vectors.Documents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A directory with a contract on one table, and the command that enforces it. */
final class EnforceFixture {

  static final String SCHEMA =
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT);"
          + "INSERT INTO orders VALUES (1, 'paid'), (2, 'open')";
  static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

  private static final String REGISTRY =
      "[{'toolId':'pay','effectDescriptionTemplate':'Pays order {/id}.','verification':{"
          + "'kind':'sql_row','table':{'const':'orders'},'identityEq':[{'column':{'const':'id'},"
          + "'value':{'pointer':'/id'}}],'requiredFields':{'pointer':'/fields'}}}]";
  private static final String EVENT =
      "{'schemaVersion':1,'workflowId':'wf','seq':0,'type':'tool_observed','toolId':'pay',"
          + "'params':{'id':1,'fields':{'status':'paid'}}}";

  final Path directory;
  List<String> database = List.of("--db", "db.sqlite");

  EnforceFixture(Path directory) throws IOException {
    this.directory = directory;
    Files.writeString(directory.resolve("tools.json"), REGISTRY.replace('\'', '"'));
    Files.writeString(directory.resolve("events.ndjson"), EVENT.replace('\'', '"') + "\n");
  }

  EnforceFixture sqlite() throws SQLException {
    execute(SCHEMA);
    return this;
  }

  void execute(String script) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  /** Enforces the contract. */
  CommandRun enforce(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=wf",
                "--state-dir=state"));
    args.addAll(database);
    args.addAll(List.of(more));
    return run(args, "");
  }

  /** Enforces a preview of {@code log}. */
  CommandRun preview(String log, String... more) {
    List<String> args =
        new ArrayList<>(List.of("--input=-", "--workflow-id=wf", "--state-dir=state"));
    args.addAll(database);
    args.addAll(List.of(more));
    return run(args, log);
  }

  CommandRun accept(String hash, long version, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--accept-drift",
                "--expected-projection-hash=" + hash,
                "--lifecycle-state-version=" + version,
                "--reason=price change",
                "--owner=ann"));
    args.addAll(List.of(more));
    return enforce(args.toArray(String[]::new));
  }

  CommandRun run(List<String> args, String stdin) {
    ByteArrayInputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
    CommandRun run =
        CommandRun.of(
            (out, err) -> EnforceCli.run(args, directory, Map.of(), () -> NOW, in, out, err));
    if (run.exitCode() != 3 && !run.stdout().startsWith("usage")) {
      Documents.assertValid("enforce-result", run.stdout());
      assertStored();
    }
    return run;
  }

  private void assertStored() {
    for (Path file : stateFiles()) {
      if (file.toString().endsWith(".state.json")) {
        Documents.assertValid("enforce-state", text(file));
      } else if (file.toString().endsWith(".history.ndjson")) {
        text(file).lines().forEach(line -> Documents.assertValid("enforce-transition", line));
      }
    }
  }

  List<Path> stateFiles() {
    Path state = directory.resolve("state");
    if (!Files.exists(state)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(state)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Path file(String suffix) {
    return stateFiles().stream()
        .filter(path -> path.toString().endsWith(suffix))
        .findFirst()
        .orElseThrow();
  }

  List<String> history() {
    return text(file(".history.ndjson")).lines().toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
