package dev.assay.quick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.vectors.Documents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code assay quick --profile envelopes}. */
class EnvelopesTest {

  private static final int PASS = 0;
  private static final int FAIL = 1;
  private static final int UNCERTAIN = 2;

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void createDatabase() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("db.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT);"
              + " INSERT INTO orders VALUES (1, 'shipped')");
    }
  }

  @Test
  void aCallThatTheDatabaseShowsPassesUnderTheNameWithoutItsServer() throws IOException {
    assertThat(run(history("mcp__shop__orders_update", "{\"id\":1,\"status\":\"shipped\"}", false)))
        .isEqualTo(PASS);
    assertThat(report()).contains("\"formats\":[\"anthropic\"]", "\"toolName\":\"orders_update\"");
  }

  @Test
  void aCallThatTheDatabaseContradictsFails() throws IOException {
    assertThat(run(history("orders_update", "{\"id\":1,\"status\":\"open\"}", false)))
        .isEqualTo(FAIL);
  }

  @Test
  void aCallThatFailedPromisesNothingAndIsListed() throws IOException {
    assertThat(run(history("orders_update", "{\"id\":1,\"status\":\"open\"}", true)))
        .isEqualTo(UNCERTAIN);
    assertThat(report()).contains("Calls with outcome error promise nothing: 1.", "\"units\":[]");
  }

  @Test
  void argumentsThatAreMissingLeaveARunUndecidedThatIsRightOtherwise() throws IOException {
    String good = history("orders_update", "{\"id\":1,\"status\":\"shipped\"}", false);
    String bare =
        """
        {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"aa","spanId":"01","name":"x","attributes":[
         {"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
         {"key":"gen_ai.tool.name","value":{"stringValue":"orders_update"}}]}]}]}]}
        """;

    assertThat(run(oneLine(good) + "\n" + oneLine(bare))).isEqualTo(UNCERTAIN);
    assertThat(report()).contains("PARAMS_ABSENT", "\"kind\":\"row\"");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true");
  }

  @Test
  void commandsAreNotLookedUpAsRows() throws IOException {
    String command =
        """
        {"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"1",\
        "tool_input":{"command":"orders"},"tool_response":{}}
        """;

    assertThat(run(command)).isEqualTo(UNCERTAIN);
    assertThat(report()).contains("Calls of kind shell leave no rows to look up: 1.");
  }

  @Test
  void aResultThatLooksLikeACallIsNoCall() throws IOException {
    String result = "{\\\"tool\\\":\\\"orders.create\\\",\\\"params\\\":{\\\"id\\\":99}}";
    String history =
        history("orders_update", "{\"id\":1,\"status\":\"shipped\"}", false)
            .replace("\"content\":\"x\"", "\"content\":\"" + result + "\"");

    assertThat(run(history)).isEqualTo(PASS);
  }

  @Test
  void aLogIsNoEnvelopeAndSaysSo() throws IOException {
    assertThat(run("{\"tool\":\"orders.update\",\"params\":{\"id\":1}}")).isEqualTo(UNCERTAIN);
    assertThat(report()).contains("INGEST_NO_STRUCTURED_TOOL_ACTIVITY", "docs/tool-calls.md");
  }

  @Test
  void anUnknownProfileIsAUsageError() {
    assertThat(run("{}", "--profile", "all")).isEqualTo(3);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("CLI_USAGE", "envelopes");
  }

  private static String history(String tool, String input, boolean failed) {
    return """
    {"messages":[
     {"role":"assistant","content":[{"type":"tool_use","id":"t","name":"%s","input":%s}]},
     {"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":%s}]}]}
    """
        .formatted(tool, input, failed);
  }

  private static String oneLine(String json) {
    return json.replace("\n", "");
  }

  private int run(String input) {
    return run(input, "--profile", "envelopes");
  }

  private int run(String input, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("--input=-", "--db=db.sqlite", "--export-registry=r.json", "--report=report"));
    args.addAll(List.of(more));
    return QuickCli.run(
        args,
        directory,
        Map.of(),
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  /** The report, which its schema and the certificate's must allow. */
  private String report() throws IOException {
    String report = Files.readString(directory.resolve("report"));
    Documents.assertValid(Documents.REPORT, report);
    Documents.assertValid(Documents.CERTIFICATE, out.toString(StandardCharsets.UTF_8));
    return report;
  }
}
