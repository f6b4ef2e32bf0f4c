package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.DecisionKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Harnesses that call the server themselves. */
class HookCallsTest {

  private static final String STOP =
      "{\"session_id\":\"shop/s1\",\"cwd\":\"/w\",\"hook_event_name\":\"Stop\","
          + "\"stop_hook_active\":false,\"last_assistant_message\":\"All done.\"}";

  private final TestSystem system;
  private final HttpClient client = HttpClient.newHttpClient();

  HookCallsTest(@TempDir Path directory) throws IOException {
    system = new TestSystem(directory);
    system.decided("shop/failed", DecisionKind.RETRY, "VERIFICATION_FAILED", "night");
    system.decided("shop/done", DecisionKind.PROMOTE, "ALL_REQUIRED_PASS", "night");
    system.decided("shop/open", DecisionKind.ESCALATE, "INCONCLUSIVE", "night");
    system.decided("shop/s1", DecisionKind.RETRY, "VERIFICATION_FAILED", "night");
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    system.close();
  }

  private HttpResponse<String> post(String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(system.url() + path))
            .header("Authorization", "Bearer 0123456789abcdef0123456789abcdef")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, shop/failed, 200, '{\"decision\":\"block\",\"reason\":\"Assay: this is not"
        + " done.'",
    "cursor, shop/failed, 200, '{\"followup_message\":\"Assay: this is not done.'",
    "claude-code, shop/done, 204, ''",
    "claude-code, shop/open, 200, '{\"systemMessage\":\"Assay ESCALATE: '",
    "copilot, shop/open, 204, ''",
    "claude-code, shop/unknown, 200, '{\"decision\":\"block\",\"reason\":\"Assay: this is not"
        + " shown'",
  })
  void aClaimIsHeldToWhatIsDecidedOfTheWorkItem(
      String harness, String workItem, int status, String answer) throws Exception {
    HttpResponse<String> named = post("/v1/hooks/" + harness + "?workItem=" + workItem, STOP);
    HttpResponse<String> inHeader =
        post("/v1/hooks/" + harness, STOP, "x-assay-work-item", workItem);

    assertThat(named.statusCode()).isEqualTo(status);
    assertThat(named.body())
        .startsWith(answer)
        .hasSize(answer.isEmpty() ? 0 : named.body().length());
    assertThat(inHeader.body()).isEqualTo(named.body());
  }

  @Test
  void whatWasToldOnceIsForThePerson() throws Exception {
    String active = STOP.replace("\"stop_hook_active\":false", "\"stop_hook_active\":true");

    assertThat(post("/v1/hooks/claude-code?workItem=shop/failed", active).body())
        .startsWith("{\"systemMessage\":\"Assay ESCALATE")
        .contains("SAME_FAILURE");
  }

  @Test
  void withoutANameItIsTheWorkItemOfTheSession() throws Exception {
    assertThat(post("/v1/hooks/claude-code", STOP).body()).contains("block", "shop/s1");
    assertThat(post("/v1/hooks/claude-code", STOP.replace("shop/s1", "x; rm -rf")).body())
        .startsWith("{\"systemMessage\":")
        .contains("NO_WORK_ITEM")
        .doesNotContain("rm -rf");
  }

  @ParameterizedTest
  @CsvSource({"SessionStart, '{}'", "PostToolUse, '{\"tool_name\":\"x\"}'", "NobodyKnows, '{}'"})
  void whatIsNoClaimIsNotAnswered(String event, String members) throws Exception {
    String body =
        "{\"session_id\":\"s\",\"hook_event_name\":\""
            + event
            + "\""
            + members.replace("{}", "}").replaceFirst("^\\{", ",");

    HttpResponse<String> answer = post("/v1/hooks/claude-code?workItem=shop/failed", body);

    assertThat(answer.statusCode()).as(body).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void whatStillRunsIsTold() throws Exception {
    String running = STOP.replace("}", ",\"background_tasks\":[1]}");

    assertThat(post("/v1/hooks/claude-code?workItem=shop/failed", running).body())
        .isEqualTo(
            "{\"systemMessage\":\"Assay: not judged: something that the agent started still runs"
                + " [BACKGROUND_RUNNING]\"}");
  }

  /** Copilot CLI's events do not tell which they are; its commands are told by their words. */
  @ParameterizedTest
  @CsvSource({"agentStop, 200", "preToolUse, 204"})
  void theAddressMayNameTheEvent(String event, int status) throws Exception {
    HttpResponse<String> answer =
        post(
            "/v1/hooks/copilot?workItem=shop/failed&event=" + event,
            "{\"sessionId\":\"s\",\"stopReason\":\"end_turn\"}");

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body().contains("\"decision\":\"block\"")).isEqualTo(status == 200);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/hooks/other, '{}', 404, NOT_FOUND",
    "/v1/hooks/codex, '{', 400, INVALID_JSON",
    "/v1/hooks/codex, '[]', 400, INVALID_JSON",
    "/v1/hooks/codex, '{}', 422, MISSING_FIELD",
    "/v1/hooks/codex, '{\"session_id\":\"s\"}', 422, MISSING_FIELD",
    "/v1/hooks/codex?workItem=.., '{}', 422, INVALID_ID",
    "/v1/hooks/codex?item=x, '{}', 400, INVALID_QUERY",
  })
  void whatIsNoEventIsAProblem(String path, String body, int status, String code) throws Exception {
    HttpResponse<String> answer = post(path, body);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).contains(code);
  }
}
