package dev.assay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.sqlite.JDBC;

/**
 * The small inputs that {@link Training} runs the commands on: a database with matching, differing
 * and missing rows, the traces and contracts that go with it, evidence with claims about it, an
 * agency run, and a delegation.
 */
record TrainingGround(Path directory) {

  static final String RUN = "20260101000000-0000";

  private static final String SCHEMA =
      "CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT);"
          + "CREATE TABLE orders (id TEXT PRIMARY KEY, status TEXT, total REAL, paid INTEGER,"
          + " customer_id TEXT REFERENCES customers(id), note BLOB);"
          + "CREATE TABLE codes (code TEXT UNIQUE, label TEXT);"
          + "INSERT INTO customers VALUES ('c-1', 'Ada');"
          + "INSERT INTO orders VALUES ('o-1', 'open', 2.5, 1, 'c-1', x'00');"
          + "INSERT INTO codes VALUES ('k', 'label')";

  private static final String PASSING =
      "{\"tool\":\"orders.create\",\"params\":{\"id\":\"o-1\",\"status\":\"open\"}}\n";
  private static final String MIXED =
      """
      2026-01-01T00:00:00Z INFO {"tool":"orders.create","params":{"id":"o-1","status":"done"}}
      {"tool_calls":[{"function":{"name":"orders.update","arguments":"{\\"id\\":\\"o-2\\"}"}}]}
      not json
      {"name":"orders.link","input":{"id":"o-1","customer_id":"c-1","customers":{"id":"c-1"},"total":2.5}}
      {"name":"codes.put","input":{"code":"k","label":"label","orders":{"id":"o-1","note":"n"}}}
      {"name":"orders.create","params":{"order":{"id":"o-1"},"status":"open","paid":true}}
      """;
  private static final String SUB_RESULT =
      """
      {"version":"SubResult.v1","task_id":"t","status":"ok","answers":[{"question":"q","summary":"s",
       "claims":[
        {"claim":"the port is 8080","confidence":0.9,"evidence":[{"source":"conf","quote":"port=8080",
         "locator":{"type":"line_range","path":"app.conf","start":2,"end":2}}]},
        {"claim":"the port is 9","confidence":0.9,"evidence":[{"source":"conf","quote":"port=9",
         "locator":{"type":"line_range","path":"app.conf","start":1,"end":3}},
         {"source":"conf","quote_hash":"sha256:00","locator":{"type":"symbol_range","path":"app.conf",
         "symbol":"port"}}]},
        {"claim":"no","confidence":0.9,"evidence":[{"source":"x","quote":"y",
         "locator":{"type":"json_path","source":"s","path":"$"}}]}]}],
       "coverage":{"inputs_scanned":[]}}
      """;
  private static final String SETTINGS = "---\nenabled: true\npersist:\n  dir: kept\n---\n";
  private static final String META =
      """
      {"schema_version":"1.0","run_id":"RUN","repo_id":"0123456789abcdef","name":"training",
       "runner":"none","parent_branch":"main","branch":"b","worktree_path":"WORKTREE",
       "created_at":"2026-01-01T00:00:00Z"}
      """;
  private static final String AGENCY =
      """
      {"version":1,"scripts":{"setup":{"path":"true"},"verify":{"path":"exit 0"},
       "archive":{"path":"true"}}}
      """;
  private static final String VERIFIER =
      """
      def run(result):
          info = fs.stat(args["expected_path"])
          parsed = json.decode(result.get("response", ""), default=None)
          return json.encode({"verified": info != None, "reason": "" if info else "%d" % 1})
      """;
  private static final String HOOK =
      """
      ---
      event: delegation.post_verify
      priority: 10
      script: |
        def handle(event, payload):
            return {"action": "allow"}
      ---
      """;

  /** Events of a harness: a call of a tool, and claims of done. */
  static final List<String> EVENTS =
      List.of(
          "{\"session_id\":\"s\",\"tool_name\":\"mcp__shop__orders_update\",\"tool_input\":{\"id\":1}}",
          "{\"session_id\":\"s\",\"hook_event_name\":\"Stop\",\"stop_hook_active\":false}",
          "{\"session_id\":\"t\",\"hook_event_name\":\"Stop\",\"stop_hook_active\":true}");

  /** What a server answers to everything that a gate asks. */
  static final String ANSWER =
      """
      {"sha256":"DIGEST","workItem":"w","decision":{"id":"DIGEST","workItem":"w","attempt":1,
       "kind":"RETRY","reasons":[],"attestations":[],"moodBefore":"CALM","moodAfter":"CALM",
       "transitions":[],"children":[],"eventKey":"DIGEST","eventId":"e",
       "time":"2026-01-01T00:00:00Z","ordinal":1},"checks":[{"verifier":"testreport",
       "result":"FAIL","failures":[{"id":"f","untrustedText":"t"}]}],"help":["next"]}
      """
          .replace("DIGEST", "0".repeat(64));

  private static final String REPOSITORY =
      """
      workItem: w/${BRANCH}/${SESSION}
      requires: [testreport]
      trace: calls
      artifacts: [{role: test-report, glob: "*.ndjson"}]
      """;

  /** Writes everything but the database below {@code directory}. */
  static TrainingGround prepare(Path directory) throws IOException {
    TrainingGround ground = new TrainingGround(directory);
    ground.write("passing.ndjson", PASSING);
    ground.write("mixed.ndjson", MIXED);
    ground.write("result.json", SUB_RESULT);
    ground.write(".assay.yaml", REPOSITORY);
    ground.write("app.conf", "# the service\nport=8080\nhost=localhost\n");
    ground.write(".claude/context-firewall.local.md", SETTINGS);
    ground.write("verify.star", VERIFIER);
    ground.write("hooks/allow.md", HOOK);
    Path worktree = ground.path("agency/repos/0123456789abcdef/worktrees/" + RUN);
    ground.write(
        "agency/repos/0123456789abcdef/runs/" + RUN + "/meta.json",
        META.replace("RUN", RUN).replace("WORKTREE", worktree.toString()));
    ground.write(
        "agency/repos/0123456789abcdef/worktrees/" + RUN + "/.agency/out/verify.json",
        "{\"schema_version\":\"1.0\",\"ok\":true,\"summary\":\"s\"}");
    ground.write("agency/repos/0123456789abcdef/worktrees/" + RUN + "/agency.json", AGENCY);
    return ground;
  }

  /** Creates {@code truth.db}. */
  void createDatabase() throws SQLException {
    try (Connection connection =
            new JDBC().connect("jdbc:sqlite:" + path("truth.db"), new Properties());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(SCHEMA);
    }
  }

  /** A file or directory of the ground. */
  Path path(String name) {
    return directory.resolve(name);
  }

  /** The same as text. */
  String name(String name) {
    return path(name).toString();
  }

  private void write(String name, String text) throws IOException {
    Path file = path(name);
    Files.createDirectories(file.getParent() == null ? directory : file.getParent());
    Files.writeString(file, text);
  }
}
