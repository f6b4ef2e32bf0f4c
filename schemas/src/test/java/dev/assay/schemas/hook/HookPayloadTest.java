package dev.assay.schemas.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.hook.HookPayload.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookPayloadTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"isError\":true}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":{\"message\":\"m\"}}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"success\":false}",
        "\"tool_name\":\"t\",\"tool_input\":\"{}\",\"result_json\":\"{\\\"isError\\\":true}\"",
        "\"toolName\":\"t\",\"toolArgs\":\"{}\",\"toolResult\":{\"resultType\":\"denied\"}",
      })
  void aCallThatFailedIsKnownAsOneWhoeverTellsIt(String members) {
    assertThat(call(members).failed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":\"error\"",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":null,\"success\":true}",
        "\"tool_name\":\"t\",\"tool_input\":\"{}\",\"result_json\":\"{\\\"isError\\\":false}\"",
        "\"toolName\":\"t\",\"toolArgs\":\"{}\",\"toolResult\":{\"resultType\":\"success\"}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":false,\"id\":7}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":0}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":[]}",
        "\"tool_name\":\"t\",\"tool_input\":{},\"tool_response\":{\"error\":{}}",
      })
  void aCallThatDidNotFailIsNone(String members) {
    ToolCall call = call(members);

    assertThat(call.failed()).isFalse();
    assertThat(call.params()).isNotNull().isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "mcp__my_shop__orders_update, orders_update",
    "mcp_shop_orders_update, orders_update",
    "MCP:shop:orders_update, orders_update",
    "Bash, ''",
  })
  void theToolOfAServerHasTheNameThatItsServerHasForIt(String tool, String name) {
    assertThat(HookWords.ofServer(tool).orElse("")).isEqualTo(name);
  }

  /** As Gemini CLI tells of a session that is not recorded. */
  @ParameterizedTest
  @ValueSource(strings = {"\"transcript_path\":\"\"", "\"transcriptPath\":\"\"", "\"cwd\":\"\""})
  void anEmptyTextIsAsGoodAsNone(String member) {
    byte[] payload = ("{\"session_id\":\"s\"," + member + "}").getBytes(StandardCharsets.UTF_8);

    assertThat(HookPayload.of(payload))
        .isEqualTo(HookPayload.of("{\"session_id\":\"s\"}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Parsed.Accepted.class);
  }

  private static ToolCall call(String members) {
    byte[] payload = ("{\"session_id\":\"s\"," + members + "}").getBytes(StandardCharsets.UTF_8);
    if (HookPayload.of(payload) instanceof Parsed.Accepted<HookPayload>(HookPayload read)) {
      return Objects.requireNonNull(read.call());
    }
    throw new AssertionError("refused: " + members);
  }
}
