package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.vectors.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A directory with a registry, events and a database, and the command that replays them. */
final class ContractFixture {

  static final String SCHEMA =
      "CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT, photo BLOB);"
          + "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id TEXT, total REAL, status TEXT);"
          + "CREATE TABLE logs (order_id INTEGER, note TEXT);"
          + "INSERT INTO customers VALUES ('c1', 'Ann', NULL), ('c2', 'Bob', x'00');"
          + "INSERT INTO orders VALUES (1, 'c1', 19.5, 'paid'), (2, 'c1', 0.5, 'open'),"
          + " (3, 'c9', 7, 'paid');"
          + "INSERT INTO logs VALUES (1, 'a'), (1, 'b')";

  /** The row of one order, by pointers. */
  static final String ROW =
      "{'kind':'sql_row','table':{'const':'orders'},'identityEq':[{'column':{'const':'id'},"
          + "'value':{'pointer':'/id'}}],'requiredFields':{'pointer':'/fields'}}";

  private final Path directory;
  private final List<String> entries = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  List<String> database = List.of("--db", "db.sqlite");
  Sleeper sleeper = Sleeper.system();

  ContractFixture(Path directory) {
    this.directory = directory;
  }

  ContractFixture sqlite() throws SQLException {
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

  /** Adds a tool; single quotes stand for double quotes. */
  ContractFixture tool(String id, String verification) {
    return entry(
        "{'toolId':'"
            + id
            + "','effectDescriptionTemplate':'Does {/id} {/none}.',"
            + "'verification':"
            + verification
            + "}");
  }

  ContractFixture criticalTool(String id, String verification) {
    return entry(
        "{'toolId':'"
            + id
            + "','effectDescriptionTemplate':'','releaseCritical':true,"
            + "'verification':"
            + verification
            + "}");
  }

  ContractFixture entry(String entry) {
    entries.add(entry.replace('\'', '"'));
    return this;
  }

  ContractFixture event(int seq, String tool, String params) {
    return line(
        "{'schemaVersion':1,'workflowId':'wf','seq':"
            + seq
            + ",'type':'tool_observed','toolId':'"
            + tool
            + "','params':"
            + params
            + "}");
  }

  ContractFixture line(String line) {
    events.add(line.replace('\'', '"'));
    return this;
  }

  CommandRun check(String... more) {
    try {
      Files.writeString(directory.resolve("tools.json"), "[" + String.join(",", entries) + "]");
      Files.writeString(directory.resolve("events.ndjson"), String.join("\n", events));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    List<String> args =
        new ArrayList<>(
            List.of(
                "--registry", "tools.json", "--events", "events.ndjson", "--workflow-id", "wf"));
    args.addAll(database);
    args.addAll(List.of(more));
    return run(args);
  }

  CommandRun run(List<String> args) {
    CommandRun run =
        CommandRun.of((out, err) -> CheckCli.run(args, directory, Map.of(), sleeper, out, err));
    if (run.exitCode() != 3 && !run.stdout().startsWith("usage")) {
      Documents.assertValid(Documents.CERTIFICATE, run.stdout());
      assertThat(run.stdout()).endsWith("\n").hasLineCount(1);
    }
    return run;
  }
}
