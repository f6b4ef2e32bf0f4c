package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.testkit.NodeTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tools for agents as others use them: the official TypeScript client, and the protocol's own
 * conformance suite.
 */
class McpOthersIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path root;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  private static Path token() {
    return system.directory().resolve("tokens/agent");
  }

  private static JsonNode answered(String script, Map<String, Object> question) throws Exception {
    NodeTools.Ran ran = NodeTools.install().script(script, JSON.writeValueAsBytes(question));
    assertThat(ran.exitCode()).as(ran.output()).isZero();
    return JSON.readTree(ran.output());
  }

  @Test
  void theTypeScriptClientReachesProvedVerdictsInBothErasOverBothTransports() throws Exception {
    String token = Files.readString(token()).strip();
    JsonNode stored;
    try (Api own = new Api(system.api().url(), token)) {
      stored = own.put(Samples.passing("shop.TypeScript"), "application/xml").json();
    }
    Map<String, Object> artifact =
        Map.of(
            "role", "test-report",
            "sha256", stored.path("sha256").asText(),
            "size", stored.path("size").asLong(),
            "media_type", stored.path("mediaType").asText());

    JsonNode answers =
        answered(
            "mcp-client.js",
            Map.of(
                "url",
                system.api().url(),
                "token",
                token,
                "server",
                stdioServer(),
                "artifact",
                artifact));

    assertThat(StreamSupport.stream(answers.spliterator(), false))
        .extracting(
            answer -> answer.path("transport").asText() + " " + answer.path("era").asText(),
            answer -> answer.path("protocol").asText(),
            answer -> answer.path("verdict").asText(),
            answer -> answer.path("verified").asBoolean(),
            answer -> answer.path("refused").asText())
        .containsExactly(
            tuple("http initialize", "2025-11-25"),
            tuple("http discover", "2026-07-28"),
            tuple("stdio initialize", "2025-11-25"),
            tuple("stdio discover", "2026-07-28"));
    assertThat(answers.findValues("tools"))
        .allSatisfy(tools ->
            assertThat(tools.toString())
                .as("the judged party approves nothing")
                .contains("submit_claim")
                .doesNotContain("approve"));
  }

  private static Tuple tuple(String way, String protocol) {
    return Tuple.tuple(way, protocol, "PROMOTE", true, "NOT_FOUND");
  }

  private static Map<String, Object> stdioServer() throws Exception {
    List<String> command = SharedUp.mcp(root);
    return Map.of(
        "command",
        command.getFirst(),
        "args",
        command.subList(1, command.size()),
        "env",
        Child.environment());
  }

  @Test
  void theConformanceSuiteFindsNothingWrongWithWhatAServerOfToolsHasToDo() throws Exception {
    String token = Files.readString(token()).strip();

    JsonNode answers =
        answered("mcp-conformance.js", Map.of("url", system.api().url(), "token", token));

    assertThat(answers).isNotEmpty();
    answers
        .properties()
        .forEach(scenario ->
            assertThat(scenario.getValue().asText())
                .as(scenario.getKey())
                .containsPattern("Passed: ([1-9][0-9]*)/\\1, 0 failed"));
  }
}
