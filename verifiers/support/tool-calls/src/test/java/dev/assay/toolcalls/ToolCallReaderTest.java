package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.ToolTrace.Note;
import dev.assay.toolcalls.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToolCallReaderTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Golden.Case> golden() {
    return Golden.cases();
  }

  @ParameterizedTest
  @MethodSource("golden")
  void everyFormatGivesTheRecordsItsWriterKnew(Golden.Case golden) {
    switch (ToolCallReader.read(golden.input())) {
      case Parsed.Rejected<ToolTrace>(var rejection) ->
          assertThat(rejection.code().name())
              .isEqualTo(golden.expected().path("rejected").asText());
      case Parsed.Accepted<ToolTrace>(ToolTrace trace) -> {
        List<JsonNode> records = trace.calls().stream().map(ToolCallReaderTest::record).toList();
        assertThat(records).containsExactlyElementsOf(golden.expected().path("calls"));
        assertThat(trace.notes().stream().map(note -> note.code().name()))
            .containsExactly(JSON.convertValue(golden.expected().path("notes"), String[].class));
      }
    }
  }

  /** The record with the members that the golden files have. */
  private static JsonNode record(ToolCall call) {
    ObjectNode node = JSON.createObjectNode();
    node.put("tool", call.tool());
    node.put("callId", call.callId());
    try {
      node.set("params", JSON.readTree(JsonText.stable(call.params())));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    node.put("paramsState", call.paramsState().wire());
    node.put("outcome", call.outcome().wire());
    node.put("kind", call.kind().wire());
    node.put("resultDigest", call.resultDigest());
    node.put("start", call.start());
    node.put("end", call.end());
    node.put("session", call.session());
    node.put("agent", call.agent());
    return node;
  }

  @Test
  void aCallSaysWhereItIsWritten() {
    ToolTrace trace =
        read(
            """
            {"role":"user","content":"x"}
            {"role":"assistant","tool_calls":[{"id":"a","function":{"name":"t","arguments":"{}"}}]}
            """);

    assertThat(trace.calls().getFirst().source())
        .isEqualTo(new ToolCall.Source(Format.OPENAI_CHAT, "2#/tool_calls/0"));
  }

  @Test
  void theNameOfAnMcpToolIsWhatComesAfterTheServer() {
    ToolTrace trace =
        read(
            """
            {"hook_event_name":"PostToolUse","session_id":"s","tool_name":"mcp__my_shop__orders_update",
             "tool_use_id":"u","tool_input":{"id":7},"tool_response":{}}
            """);

    assertThat(trace.calls().getFirst().bareName()).isEqualTo("orders_update");
  }

  @Test
  void commandsAndFilesOfACodingAgentAreNoRows() {
    ToolTrace trace =
        read(
            """
            {"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"1","tool_input":{"command":"ls"}}
            {"hook_event_name":"PostToolUse","tool_name":"Edit","tool_use_id":"2","tool_input":{"file_path":"a"}}
            {"type":"item.completed","item":{"id":"i","type":"command_execution","command":"ls","exit_code":1}}
            {"type":"shell_call","call_id":"s","action":{"commands":["ls"]},"status":"completed"}
            """);

    assertThat(trace.calls())
        .extracting(ToolCall::kind)
        .containsExactly(Kind.SHELL, Kind.FILE, Kind.SHELL, Kind.SHELL);
    assertThat(trace.calls().get(2).outcome()).isEqualTo(Outcome.ERROR);
  }

  @Test
  void whatPromisesNothingIsNotHeldToItsArguments() {
    ToolTrace trace =
        read(
            """
            {"messages":[{"id":"m","role":"assistant","parts":[
             {"type":"tool-a","toolCallId":"1","state":"input-streaming","input":"{\\"id\\":"},
             {"type":"tool-a","toolCallId":"2","state":"output-denied","input":{"id":1}},
             {"type":"dynamic-tool","toolName":"b","toolCallId":"3","state":"approval-requested","input":{}}]}]}
            """);

    assertThat(trace.calls())
        .extracting(ToolCall::outcome)
        .containsExactly(Outcome.PENDING, Outcome.DENIED, Outcome.PENDING);
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void anMcpCallThatIsAskedForAgainWithItsStateIsOneCall() {
    ToolTrace trace =
        read(
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":7}}}
            {"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"x"}}
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"id":7},"requestState":"x"}}
            {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}
            """);

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.calls().getFirst().outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void idsOfMcpAreTextOrNumberAndThoseDiffer() {
    ToolTrace trace =
        read(
            """
            {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","arguments":{"id":7}}}
            {"jsonrpc":"2.0","id":"3","method":"tools/call","params":{"name":"b","arguments":{"id":8}}}
            {"jsonrpc":"2.0","id":"3","error":{"code":-32602,"message":"no"}}
            """);

    assertThat(trace.calls())
        .extracting(ToolCall::outcome)
        .containsExactly(Outcome.UNKNOWN, Outcome.ERROR);
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aCallInsideAToolSpanIsThatToolsCall() {
    ToolTrace trace =
        read(
            """
            {"resourceSpans":[{"scopeSpans":[{"spans":[
             {"traceId":"aa","spanId":"03","parentSpanId":"02","name":"tools/call t","attributes":[
              {"key":"mcp.method.name","value":{"stringValue":"tools/call"}},
              {"key":"gen_ai.tool.name","value":{"stringValue":"t"}}]},
             {"traceId":"aa","spanId":"01","name":"execute_tool t","attributes":[
              {"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
              {"key":"gen_ai.tool.name","value":{"stringValue":"t"}},
              {"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{\\"id\\":7}"}}]},
             {"traceId":"aa","spanId":"02","parentSpanId":"01","name":"http"}]}]}]}
            """);

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aCallWithoutArgumentsNamesTheSwitchOfItsEmitter() {
    ToolTrace trace =
        read(
            """
            {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"claude_code.tool_result","attributes":[
             {"key":"tool_name","value":{"stringValue":"mcp__shop__orders_update"}},
             {"key":"success","value":{"stringValue":"true"}}]}]}]}]}
            """);

    assertThat(trace.notes()).hasSize(1);
    assertThat(trace.notes().getFirst().code()).isEqualTo(Code.PARAMS_ABSENT);
    assertThat(trace.notes().getFirst().detail()).contains("OTEL_LOG_TOOL_DETAILS=1");
  }

  @Test
  void argumentsThatLangChainWritesAsPythonAreTakenFromTheModelsRun() {
    ToolTrace trace =
        read(
            """
            [{"id":"r1","trace_id":"t","run_type":"llm","outputs":{"generations":[[{"message":{"kwargs":
               {"tool_calls":[{"name":"orders_update","args":{"id":7},"id":"call_1"}]}}}]]}},
             {"id":"r2","trace_id":"t","dotted_order":"x","run_type":"tool","name":"orders_update",
              "inputs":{"input":"{'id': 7}"},"outputs":{"output":"ok"},"start_time":1795514400000,"end_time":1795514401000}]
            """);

    ToolCall call = trace.calls().getFirst();
    assertThat(JsonText.stable(call.params())).isEqualTo("{\"id\":7}");
    assertThat(call.callId()).isEqualTo("call_1");
    assertThat(call.start()).isEqualTo("2026-11-24T10:00:00Z");
  }

  @Test
  void callsOfABranchThatTheSessionLeftCountAndAreTold() {
    String line =
        "{\"type\":\"assistant\",\"uuid\":\"%s\",\"parentUuid\":\"%s\",\"sessionId\":\"s\",\"message\":"
            + "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"%s\",\"name\":\"t\",\"input\":{}}]}}\n";
    ToolTrace trace =
        read(
            "{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"s\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}\n"
                + line.formatted("a", "u", "1")
                + line.formatted("b", "u", "2"));

    assertThat(trace.calls()).hasSize(2);
    assertThat(trace.notes())
        .extracting(Note::code, Note::pointer)
        .containsExactly(tuple(Code.BRANCH_ABANDONED, "2#/message/content/0"));
    assertThat(trace.isIncomplete()).isFalse();
  }

  @Test
  void callsWithoutIdsAreToldByTheirPlaceInTheLongestHistory() {
    String a =
        "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"t\",\"args\":{\"id\":1}}}]}";
    ToolTrace trace =
        read(
            "{\"contents\":[%s]}\n{\"contents\":[%s,%s]}\n{\"contents\":[%s]}\n"
                .formatted(a, a, a, a));

    assertThat(trace.calls()).hasSize(2);
  }

  @Test
  void argumentsThatAreToldWholeAndThenInPartAreAConflict() {
    String call =
        "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":"
            + "{\"name\":\"t\",\"arguments\":\"%s\"}}]}\n";
    String whole = call.formatted("{\\\"id\\\":7}");
    String part = call.formatted("{\\\"id\\\":");

    assertThat(read(whole + part).notes())
        .extracting(Note::code)
        .containsExactly(Code.CALL_ID_CONFLICT);
    assertThat(read(part + whole).notes()).isEmpty();
  }

  @Test
  void aFileOfNoFormatIsRefused() {
    assertThat(code("{\"a\":1}")).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(code("hello\nworld")).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(code("")).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(code(" ".repeat(8_388_609))).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void whatIsOfNoFormatBesideCallsLeavesTheTraceIncomplete() {
    ToolTrace trace =
        read("{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n{\"tool\":\"orders.update\",\"id\":7}\n");

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.ENVELOPE_UNKNOWN);
    assertThat(trace.isIncomplete()).isTrue();
  }

  private static ErrorCode code(String text) {
    return ToolCallReader.read(text.getBytes(StandardCharsets.UTF_8))
            instanceof Parsed.Rejected<ToolTrace>(var rejection)
        ? rejection.code()
        : ErrorCode.INTERNAL_ERROR;
  }

  private static ToolTrace read(String text) {
    if (ToolCallReader.read(text.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<ToolTrace>(ToolTrace trace)) {
      return trace;
    }
    throw new AssertionError("refused: " + text);
  }
}
