package dev.assay.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Decisions;
import dev.assay.gate.GateCli;
import dev.assay.gate.Surroundings;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An agent that claims an order was updated, which was not, and the gate that does not let it stop
 * until it is. The events are those of a harness; there is no model.
 */
public final class AgentDemo {

  private static final String DATABASE = "shop.sqlite";
  private static final List<String> FILES = List.of(".assay.yaml", "call.json", "stop.json");

  private final Path home;
  private final String session = UUID.randomUUID().toString();

  private AgentDemo(Path home) {
    this.home = home;
  }

  /**
   * Makes the shop in {@code home}, and the configuration of the system that is to look into it.
   */
  public static AgentDemo prepared(Path home) throws IOException, SQLException {
    Path from = Path.of(System.getProperty("assay.home", "."), "demo", "agent");
    if (!Files.exists(from.resolve("shop.sql"))) {
      throw new CommandException(
          "DEMO_MISSING", "expected demo/agent/shop.sql beside the assay script, found none");
    }
    AgentDemo demo = new AgentDemo(home);
    Files.createDirectories(demo.repository());
    for (String name : FILES) {
      Files.copy(from.resolve(name), demo.repository().resolve(name));
    }
    for (String statement : Files.readString(from.resolve("shop.sql")).split(";\\s*", -1)) {
      if (!statement.isBlank()) {
        demo.execute(statement);
      }
    }
    Files.writeString(
        home.resolve("assay.yaml"),
        Json.toTree(
                Map.of(
                    "worker",
                    Map.of(
                        "groundTruths",
                        Map.of("shop", Map.of("sqlite", demo.database().toString())))))
            .toString());
    return demo;
  }

  private Path repository() {
    return home.resolve("repository");
  }

  private Path database() {
    return home.resolve(DATABASE);
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        Statement sql = connection.createStatement()) {
      sql.executeUpdate(statement);
    }
  }

  /** Tells the story against the system at {@code url} and answers an exit code. */
  public int tell(String url, Path tokenFile, PrintWriter out)
      throws IOException, InterruptedException {
    out.println();
    out.println(
        "A shop keeps its orders in SQLite: order 7 is open. An agent has a tool for orders.");
    out.println();
    out.println("agent    orders_update {\"id\":7,\"status\":\"shipped\"}");
    out.println("tool     \"order 7 updated\", and nothing was written");
    var _ = hook("PostToolUse", "call.json", url);
    out.println("agent    \"Done: order 7 is shipped.\"");
    String blocked = told(out, hook("Stop", "stop.json", url));
    update();
    out.println();
    out.println("agent    orders_update {\"id\":7,\"status\":\"shipped\"}");
    out.println("tool     \"order 7 updated\", and the row is there");
    var _ = hook("PostToolUse", "call.json", url);
    out.println("agent    \"Done: order 7 is shipped.\"");
    String passed = told(out, hook("Stop", "stop.json", url));
    out.println();
    String last = decisions(out, url, tokenFile);
    boolean asExpected =
        blocked.contains("VALUE_MISMATCH") && passed.isEmpty() && last.equals("PROMOTE");
    out.flush();
    return asExpected ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private void update() {
    try {
      execute("UPDATE orders SET status = 'shipped' WHERE id = 7");
    } catch (SQLException e) {
      throw new CommandException(
          "INTERNAL_ERROR", "expected to write the demo's row, found " + e.getErrorCode());
    }
  }

  /** What {@code assay hook} prints for the event in {@code file}. */
  private String hook(String event, String file, String url) throws IOException {
    String payload =
        Files.readString(repository().resolve(file))
            .replace("SESSION", session)
            .replace("DIRECTORY", repository().toString());
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Surroundings around =
        new Surroundings(
            new ByteArrayInputStream(payload.getBytes(StandardCharsets.UTF_8)),
            out,
            out,
            Map.of("ASSAY_DATA_DIR", home.toString(), "ASSAY_URL", url),
            repository());
    var _ = GateCli.hook(List.of(event, "--harness", "claude-code"), around);
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String told(PrintWriter out, String answer) {
    if (answer.isEmpty()) {
      out.println("gate     says nothing: the agent may stop");
      return answer;
    }
    out.println("gate     does not let it stop; assay hook Stop printed:");
    String reason =
        Json.tree(answer.getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode document)
            ? document.path("reason").asText(answer)
            : answer;
    reason.lines().forEach(line -> out.println("           " + line));
    return answer;
  }

  /** Prints what was decided; the last decision's kind. */
  private String decisions(PrintWriter out, String url, Path tokenFile)
      throws IOException, InterruptedException {
    try (ApiClient api = new ApiClient(url, Files.readString(tokenFile).strip())) {
      JsonNode item = api.list("/v1/work-items", "items", Map.of()).path("items").path(0);
      JsonNode document =
          api.json(
              "/v1/work-items/" + item.path("workItem").asText().replace("/", "%2F"), Map.of());
      List<JsonNode> decisions = document.path("decisions").valueStream().toList();
      Decisions.print(out, decisions);
      return decisions.isEmpty() ? "" : decisions.getLast().path("kind").asText();
    }
  }
}
