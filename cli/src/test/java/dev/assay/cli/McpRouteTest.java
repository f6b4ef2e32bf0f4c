package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of either era of the Model Context Protocol gets from {@code POST /mcp}. */
class McpRouteTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final String STATELESS = "2026-07-28";
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private final TestSystem system;
  private final HttpClient client = HttpClient.newHttpClient();

  McpRouteTest(@TempDir Path directory) throws IOException {
    this.system = new TestSystem(directory);
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    system.close();
  }

  private record Answer(int status, JsonNode body) {

    int error() {
      return body.path("error").path("code").asInt();
    }
  }

  private Answer post(String message, Map<String, String> headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(system.url() + "/mcp"))
            .header("Authorization", "Bearer " + TestSystem.TOKEN)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message));
    headers.forEach(request::header);
    HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
    return new Answer(
        response.statusCode(),
        response.body().length == 0 ? JSON.nullNode() : JSON.readTree(response.body()));
  }

  private Answer legacy(String method, String params) throws Exception {
    return post(message(method, params), Map.of("MCP-Protocol-Version", "2025-11-25"));
  }

  private Answer stateless(String method, String params) throws Exception {
    return post(
        message(method, params), Map.of("MCP-Protocol-Version", STATELESS, "Mcp-Method", method));
  }

  private static String message(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  private JsonNode call(String tool, ObjectNode arguments) throws Exception {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", arguments);
    Answer answer = legacy("tools/call", params.toString());
    assertThat(answer.status()).isEqualTo(200);
    JsonNode result = answer.body().path("result");
    if (!result.path("isError").asBoolean()) {
      assertThat(
              Objects.requireNonNull(outputs().get(tool))
                  .validate(result.get("structuredContent").toString(), InputFormat.JSON))
          .as(result.toString())
          .isEmpty();
    }
    return result;
  }

  /** What each tool says that it answers. */
  private Map<String, Schema> outputs() throws Exception {
    Map<String, Schema> outputs = new HashMap<>();
    legacy("tools/list", "{}")
        .body()
        .at("/result/tools")
        .forEach(tool ->
            outputs.put(
                tool.path("name").asText(),
                SCHEMAS.getSchema(tool.get("outputSchema").toString())));
    return outputs;
  }

  @ParameterizedTest
  @CsvSource({"2025-03-26,2025-03-26", "2025-11-25,2025-11-25", "1999-01-01,2025-11-25"})
  void aClientThatInitializesGetsItsRevisionOrTheNewestOfThatEra(String asked, String answered)
      throws Exception {
    Answer answer =
        post(
            message(
                "initialize",
                "{\"protocolVersion\":\"" + asked + "\",\"capabilities\":{},\"clientInfo\":{}}"),
            Map.of());

    JsonNode result = answer.body().path("result");
    assertThat(result.path("protocolVersion").asText()).isEqualTo(answered);
    assertThat(result.path("serverInfo").path("name").asText()).isEqualTo("assay");
    assertThat(result.path("capabilities").has("tools")).isTrue();
    assertThat(legacy("ping", "{}").body().path("result").isEmpty()).isTrue();
  }

  @Test
  void aClientWithoutSessionsDiscoversTheServer() throws Exception {
    Answer answer = stateless("server/discover", "{" + META + "}");

    JsonNode result = answer.body().path("result");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(result.path("supportedVersions").get(0).asText()).isEqualTo(STATELESS);
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(result.path("ttlMs").isIntegralNumber()).isTrue();
    assertThat(result.path("cacheScope").asText()).isEqualTo("public");
    assertThat(result.path("_meta").has("io.modelcontextprotocol/serverInfo")).isTrue();
  }

  @Test
  void bothErasListTheSameToolsAndNoneOfThemDecides() throws Exception {
    JsonNode old = legacy("tools/list", "{}").body().path("result").path("tools");
    JsonNode modern = stateless("tools/list", "{" + META + "}").body().path("result").path("tools");

    assertThat(modern).isEqualTo(old);
    assertThat(old.findValuesAsText("name"))
        .contains("submit_claim", "wait_for_verdict", "explain", "verify_attestation");
    assertThat(old)
        .allSatisfy(tool -> {
          assertThat(tool.path("name").asText()).doesNotContain("approv", "promot", "answer");
          assertThat(tool.path("inputSchema").path("type").asText()).isEqualTo("object");
          assertThat(tool.path("outputSchema").path("type").asText()).isEqualTo("object");
        });
  }

  @Test
  void aHeaderThatSaysSomethingElseThanTheBodyIsRefused() throws Exception {
    String call = message("tools/call", "{\"name\":\"explain\",\"arguments\":{}," + META + "}");
    Map<String, String> right =
        Map.of(
            "MCP-Protocol-Version", STATELESS,
            "Mcp-Method", "tools/call",
            "Mcp-Name", "=?base64?ZXhwbGFpbg==?=");

    assertThat(post(call, right).status()).isEqualTo(200);
    for (Map<String, String> wrong :
        List.of(
            Map.of("MCP-Protocol-Version", STATELESS, "Mcp-Method", "tools/list"),
            Map.of("MCP-Protocol-Version", STATELESS, "Mcp-Method", "tools/call"),
            Map.of(
                "MCP-Protocol-Version", STATELESS,
                "Mcp-Method", "tools/call",
                "Mcp-Name", "submit_claim"),
            Map.<String, String>of())) {
      Answer answer = post(call, wrong);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.error()).isEqualTo(-32020);
      assertThat(answer.body().path("id").asInt()).isEqualTo(7);
    }
  }

  @Test
  void anUnknownRevisionIsToldTheKnownOnes() throws Exception {
    Answer answer =
        post(
            message(
                "tools/list",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2031-01-01\"}}"),
            Map.of("MCP-Protocol-Version", "2031-01-01"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error()).isEqualTo(-32022);
    JsonNode data = answer.body().path("error").path("data");
    assertThat(data.path("requested").asText()).isEqualTo("2031-01-01");
    assertThat(data.path("supported").toString()).contains(STATELESS, "2025-11-25");
  }

  @Test
  void whatIsUnknownOrMissingHasItsCode() throws Exception {
    assertThat(stateless("prompts/list", "{" + META + "}").status()).isEqualTo(404);
    assertThat(stateless("prompts/list", "{" + META + "}").error()).isEqualTo(-32601);
    assertThat(stateless("ping", "{" + META + "}").error()).isEqualTo(-32601);
    assertThat(legacy("prompts/list", "{}").error()).isEqualTo(-32601);
    assertThat(legacy("tools/call", "{\"name\":\"approve\"}").error()).isEqualTo(-32602);
    assertThat(stateless("tools/list", "{}").error()).isEqualTo(-32602);
    assertThat(
            stateless(
                    "tools/list",
                    "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}")
                .error())
        .isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "7",
        "\"text\"",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}"
      })
  void noMessageIsAnErrorOfTheProtocol(String bytes) throws Exception {
    Answer answer = post(bytes, Map.of());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error()).isIn(-32700, -32600);
  }

  @Test
  void aBatchIsForTheRevisionThatHasThem() throws Exception {
    String ping = message("ping", "{}");
    String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    Map<String, String> named = Map.of("MCP-Protocol-Version", "2025-03-26");

    for (Map<String, String> headers : List.of(named, Map.<String, String>of())) {
      Answer answer = post("[" + ping + "," + notification + "]", headers);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).hasSize(1);
      assertThat(answer.body().get(0).path("id").asInt()).isEqualTo(7);
    }
    assertThat(post("[" + notification + "]", named).status()).isEqualTo(202);
    assertThat(post("[]", named).error()).isEqualTo(-32600);
    assertThat(post("[" + (ping + ",").repeat(16) + ping + "]", named).error()).isEqualTo(-32600);
    assertThat(
            post("[" + message("initialize", "{}") + "]", named).body().at("/0/error/code").asInt())
        .isEqualTo(-32600);
    assertThat(post("[" + ping + "]", Map.of("MCP-Protocol-Version", "2025-11-25")).error())
        .isEqualTo(-32600);
  }

  @Test
  void aNotificationIsTakenWithoutAWord() throws Exception {
    Answer answer =
        post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", Map.of());

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().isNull()).isTrue();
  }

  @Test
  void aPageOfAnotherOriginSpeaksToNobody() throws Exception {
    String ping = message("ping", "{}");

    assertThat(post(ping, Map.of("Origin", "https://evil.example")).status()).isEqualTo(403);
    assertThat(post(ping, Map.of("Origin", system.url())).status()).isEqualTo(200);
  }

  /** The protocol has clients take both forms; those that take neither are told so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none|200",
        "*/*|200",
        "application/json|200",
        "application/*;q=0.5, text/event-stream|200",
        "text/event-stream|406",
        "text/html|406",
        "application/json;q=0, text/event-stream|406"
      })
  void anAnswerIsJsonForWhoTakesJson(@Nullable String accept, int status) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(system.url() + "/mcp"))
            .header("Authorization", "Bearer " + TestSystem.TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(message("ping", "{}")));
    if (accept != null) {
      request.header("Accept", accept);
    }

    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith(status == 200 ? "application/json" : "application/problem+json");
  }

  @Test
  void aDecisionIsToldInCodesAndAnUndecidedItemIsPending() throws Exception {
    system.ask("night/report", "May it go on?");

    JsonNode decided =
        call(
            "wait_for_verdict",
            JSON.createObjectNode().put("work_item", "night/report").put("timeout_s", 0));
    JsonNode pending =
        call(
            "wait_for_verdict",
            JSON.createObjectNode().put("work_item", "night/unknown").put("timeout_s", 0));

    JsonNode told = decided.path("structuredContent");
    assertThat(told.path("state").asText()).isEqualTo("decided");
    assertThat(told.path("decision").path("kind").asText()).isEqualTo("REQUEST_APPROVAL");
    assertThat(told.path("decision").path("reasons").get(0).asText())
        .isEqualTo("PREFERENCE_MISSING");
    assertThat(JSON.readTree(decided.path("content").get(0).path("text").asText())).isEqualTo(told);
    assertThat(pending.path("structuredContent").path("state").asText()).isEqualTo("pending");
  }

  @Test
  void aClientThatLeavesIsNotWaitedFor() throws Exception {
    byte[] body =
        message(
                "tools/call",
                "{\"name\":\"wait_for_verdict\","
                    + "\"arguments\":{\"work_item\":\"night/unknown\",\"timeout_s\":50}}")
            .getBytes(StandardCharsets.UTF_8);
    long began = System.nanoTime();
    URI url = URI.create(system.url());
    try (Socket leaving = new Socket(url.getHost(), url.getPort())) {
      String head =
          "POST /mcp HTTP/1.1\r\nHost: "
              + url.getAuthority()
              + "\r\nAccept: application/json\r\nAuthorization: Bearer "
              + TestSystem.TOKEN
              + "\r\nContent-Length: "
              + body.length
              + "\r\n\r\n";
      leaving.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      leaving.getOutputStream().write(body);
      awaitStreams(1);
    }
    awaitStreams(0);

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(45));
  }

  private void awaitStreams(int count) throws Exception {
    HttpRequest metrics =
        HttpRequest.newBuilder(URI.create(system.url() + "/metrics"))
            .header("Authorization", "Bearer " + TestSystem.TOKEN)
            .build();
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (client
        .send(metrics, BodyHandlers.ofString())
        .body()
        .lines()
        .noneMatch(line -> line.equals("assay_http_streams_open " + count + ".0"))) {
      assertThat(System.nanoTime()).as("open streams become " + count).isLessThan(end);
      LockSupport.parkNanos(20_000_000L);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "submit_claim|{\"work_item\":\"w\"}|MISSING_FIELD",
        "submit_claim|{\"work_item\":\"a b\",\"idempotency_key\":\"k\"}|INVALID_ID",
        "submit_claim|{\"work_item\":\"w\",\"idempotency_key\":\"k\",\"approve\":true}|UNKNOWN_FIELD",
        "submit_claim|{\"work_item\":\"w\",\"idempotency_key\":\"k\","
            + "\"artifacts\":[{\"role\":\"test-report\",\"path\":\"/etc/passwd\"}]}|PATH_NOT_ALLOWED",
        "submit_claim|{\"work_item\":\"w\",\"idempotency_key\":\"k\","
            + "\"artifacts\":[{\"role\":\"test-report\"}]}|INVALID_FIELD",
        "submit_claim|{\"work_item\":\"w\",\"idempotency_key\":\"k\","
            + "\"artifacts\":[{\"role\":\"test-report\",\"sha256\":\"../x\"}]}|INVALID_DIGEST",
        "wait_for_verdict|{\"work_item\":\"w\",\"timeout_s\":51}|INVALID_FIELD",
        "wait_for_verdict|{\"work_item\":\"w\",\"attempt\":0,\"timeout_s\":0}|INVALID_FIELD",
        "wait_for_verdict|{\"work_item\":\"w\",\"attempt\":101,\"timeout_s\":0}|INVALID_FIELD",
        "explain|{\"work_item\":\"night/unknown\"}|NOT_FOUND",
        "verify_attestation|{}|INVALID_FIELD",
        "verify_attestation|{\"envelope\":{\"payload\":7}}|INVALID_FIELD",
        "get_attestation|{\"id\":\"abc\"}|INVALID_DIGEST",
        "list_work_items|{\"limit\":0}|INVALID_FIELD"
      })
  void whatIsWrongWithACallIsAnErrorOfTheToolWithItsCode(String tool, String arguments, String code)
      throws Exception {
    JsonNode result = call(tool, (ObjectNode) JSON.readTree(arguments));

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(JSON.readTree(result.path("content").get(0).path("text").asText()).path("code"))
        .as(result.toString())
        .isEqualTo(JSON.getNodeFactory().textNode(code));
  }

  @Test
  void anUploadIsClaimedByItsDigestAndTheSameKeyIsTheSameEvent() throws Exception {
    byte[] report = "<testsuite tests=\"0\"/>".getBytes(StandardCharsets.UTF_8);
    client.send(
        HttpRequest.newBuilder(URI.create(system.url() + "/v1/artifacts"))
            .header("Authorization", "Bearer " + TestSystem.TOKEN)
            .header("Content-Type", "application/xml")
            .PUT(BodyPublishers.ofByteArray(report))
            .build(),
        BodyHandlers.discarding());
    ObjectNode claim = JSON.createObjectNode().put("work_item", "w").put("idempotency_key", "k-1");
    claim
        .putArray("artifacts")
        .addObject()
        .put("role", "test-report")
        .put("sha256", Digests.sha256Hex(report));

    JsonNode first = call("submit_claim", claim);

    assertThat(first.path("isError").asBoolean()).as(first.toString()).isFalse();
    assertThat(first.path("structuredContent").path("event_id").asText()).isEqualTo("k-1");
    assertThat(first.path("structuredContent").path("duplicate").asBoolean()).isFalse();
  }
}
