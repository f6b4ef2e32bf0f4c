package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent that speaks the Model Context Protocol through its official Java client, over stdio and
 * HTTP: it claims, waits, reads why, and checks the proof.
 */
class McpIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JSON);

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  private static Path token() {
    return system.directory().resolve("tokens/agent");
  }

  private static McpClientTransport http() throws Exception {
    String token = Files.readString(token()).strip();
    return HttpClientStreamableHttpTransport.builder(system.api().url())
        .endpoint("/mcp")
        .jsonMapper(MAPPER)
        .openConnectionOnStartup(false)
        .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
        .build();
  }

  private static McpClientTransport stdio(Path root) throws Exception {
    List<String> command = SharedUp.mcp(root);
    return new StdioClientTransport(
        ServerParameters.builder(command.getFirst())
            .args(command.subList(1, command.size()))
            .env(Child.environment())
            .build(),
        MAPPER);
  }

  /** One that holds what a tool answers to what the tool says that it answers. */
  private static McpSyncClient client(McpClientTransport transport) {
    McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(100))
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .enableCallToolSchemaCaching(true)
            .build();
    client.initialize();
    return client;
  }

  /** What a tool answered; its text says the same as its structure. */
  private static JsonNode call(McpSyncClient client, String tool, Map<String, Object> arguments)
      throws Exception {
    McpSchema.CallToolResult result =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    JsonNode text = JSON.readTree(((McpSchema.TextContent) result.content().getFirst()).text());
    if (!Boolean.TRUE.equals(result.isError())) {
      assertThat(JSON.<JsonNode>valueToTree(result.structuredContent())).isEqualTo(text);
    }
    return text;
  }

  @Test
  void aClaimOverStdioIsDecidedExplainedAndProved() throws Exception {
    Path work = Files.createDirectories(home.resolve("work"));
    Files.writeString(work.resolve("report.xml"), Samples.passing("shop.Coupons"));
    Files.writeString(home.resolve("secret.xml"), Samples.passing("shop.Secret"));

    try (McpSyncClient agent = client(stdio(work))) {
      JsonNode escaped = call(agent, "submit_claim", claim("mcp/one", "k-0", "../secret.xml"));
      assertThat(escaped.path("code").asText()).isEqualTo("PATH_NOT_ALLOWED");

      JsonNode accepted = call(agent, "submit_claim", claim("mcp/one", "k-1", "report.xml"));
      assertThat(accepted.path("duplicate").asBoolean()).as(accepted.toString()).isFalse();
      JsonNode verdict =
          call(agent, "wait_for_verdict", Map.of("work_item", "mcp/one", "timeout_s", 50));
      assertThat(verdict.path("decision").path("kind").asText())
          .as(verdict.toString())
          .isEqualTo("PROMOTE");
      JsonNode again = call(agent, "submit_claim", claim("mcp/one", "k-1", "report.xml"));
      assertThat(again.path("duplicate").asBoolean()).as(again.toString()).isTrue();

      assertThat(call(agent, "explain", Map.of("work_item", "mcp/one")).toString())
          .contains("PROMOTE")
          .doesNotContain("untrusted");
      String promotion = verdict.path("decision").path("promotion").asText();
      JsonNode outcome = call(agent, "verify_attestation", Map.of("id", promotion));
      assertThat(outcome.path("verified").asBoolean()).as(outcome.toString()).isTrue();
      assertThat(
              call(agent, "get_attestation", Map.of("id", promotion))
                  .at("/statement/predicate/verificationResult")
                  .asText())
          .isEqualTo("PASSED");
    }
  }

  @Test
  void whoWaitsOverStdioIsToldHowFarItIs() throws Exception {
    Queue<McpSchema.ProgressNotification> notices = new ConcurrentLinkedQueue<>();

    try (McpSyncClient agent =
        McpClient.sync(stdio(home))
            .requestTimeout(Duration.ofSeconds(100))
            .progressConsumer(notices::add)
            .build()) {
      agent.initialize();
      McpSchema.CallToolResult result =
          agent.callTool(
              McpSchema.CallToolRequest.builder("wait_for_verdict")
                  .arguments(Map.of("work_item", "mcp/nobody-sent", "timeout_s", 5))
                  .meta(Map.of("progressToken", "p-1"))
                  .build());

      assertThat(result.structuredContent().toString()).contains("pending");
      Await.until("a notice", () -> !notices.isEmpty());
      assertThat(notices)
          .allSatisfy(notice -> {
            assertThat(notice.progressToken()).isEqualTo("p-1");
            assertThat(notice.total()).isEqualTo(5.0);
            assertThat(notice.progress()).isBetween(0.0, 5.0);
          });
      assertThat(notices.stream().map(McpSchema.ProgressNotification::progress)).isSorted();
    }
  }

  @Test
  void theSameOverHttpActsAsTheTokenOfItsCaller() throws Exception {
    String token = Files.readString(token()).strip();

    try (Api own = new Api(system.api().url(), token);
        McpSyncClient agent = client(http())) {
      JsonNode stored = own.put(Samples.passing("shop.Prices"), "application/xml").json();
      Map<String, Object> claim =
          Map.of(
              "work_item", "mcp/two",
              "idempotency_key", "k-2",
              "artifacts",
                  List.of(
                      Map.of(
                          "role", "test-report",
                          "sha256", stored.path("sha256").asText(),
                          "size", stored.path("size").asLong(),
                          "media_type", stored.path("mediaType").asText())));
      JsonNode accepted = call(agent, "submit_claim", claim);
      assertThat(accepted.path("event_id").asText()).as(accepted.toString()).isEqualTo("k-2");
      JsonNode verdict =
          call(agent, "wait_for_verdict", Map.of("work_item", "mcp/two", "timeout_s", 50));
      assertThat(verdict.path("decision").path("kind").asText())
          .as(verdict.toString())
          .isEqualTo("PROMOTE");
      assertThat(call(agent, "list_work_items", Map.of()).toString()).contains("mcp/two");
      assertThat(
              call(agent, "submit_claim", claim("mcp/three", "k-3", "report.xml"))
                  .path("code")
                  .asText())
          .as("this server reads no files")
          .isEqualTo("PATH_NOT_ALLOWED");
      assertThat(
              call(
                      agent,
                      "submit_claim",
                      Map.of("work_item", "mcp/four", "idempotency_key", "k-4", "fleet", "others"))
                  .path("code")
                  .asText())
          .isEqualTo("FORBIDDEN");
    }
  }

  private static Map<String, Object> claim(String workItem, String key, String path) {
    return Map.of(
        "work_item",
        workItem,
        "idempotency_key",
        key,
        "claims",
        List.of("all tests pass"),
        "artifacts",
        List.of(Map.of("role", "test-report", "path", path)));
  }
}
