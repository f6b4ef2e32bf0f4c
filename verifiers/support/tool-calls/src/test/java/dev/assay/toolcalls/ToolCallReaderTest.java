package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.ToolTrace.Note;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  static List<Arguments> oddShapes() {
    return List.of(
        odd(
            "a run of LangSmith that has answered, without the time when",
            """
            {"id":"r1","trace_id":"tr","dotted_order":"20261123T182041000000Zr1","name":"t","run_type":"tool",\
             "inputs":{"id":7},"outputs":{"output":"done"}}
            """,
            "t null parsed ok"),
        odd(
            "a part of AI SDK 4",
            """
            {"messages":[{"role":"assistant","content":"","parts":[{"type":"tool-invocation","toolInvocation":
              {"state":"result","toolCallId":"c1","toolName":"t","args":{"id":7},"result":{"ok":true}}}]}]}
            """,
            "t c1 parsed ok"),
        odd(
            "a part of AI SDK 4 that is still asked for, and the list beside the parts",
            """
            {"messages":[{"role":"assistant","content":"","toolInvocations":[
              {"state":"call","toolCallId":"c1","toolName":"t","args":{"id":7}},
              {"state":"partial-call","toolCallId":"c2","toolName":"t","args":{"id":8}}]}]}
            """,
            "t c1 parsed pending",
            "t c2 truncated pending"),
        odd(
            "a result of AI SDK 4 with an error",
            """
            {"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"t","args":{"id":7}}]}
            {"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"t","result":"no","isError":true}]}
            """,
            "t c1 parsed error"),
        odd(
            "a call of MCP through the provider that is being made",
            """
            {"type":"mcp_call","id":"m1","server_label":"s","name":"t","arguments":"{}","status":"calling"}
            """,
            "t m1 parsed pending"),
        odd(
            "items of a provider's own tools, one a line",
            """
            {"type":"reasoning","id":"rs_1","summary":[]}
            {"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search"}}
            {"type":"function_call","id":"fc_1","call_id":"c1","name":"t","arguments":"{}"}
            """,
            "t c1 parsed unknown"),
        odd(
            "a tool that Gemini ran by itself, beside one that it asked for",
            """
            {"role":"model","parts":[{"toolCall":{"id":"s1","toolType":"GOOGLE_SEARCH_WEB","args":{"q":"x"}}}]}
            {"role":"model","parts":[{"functionCall":{"id":"c1","name":"t","args":{"id":7}}}]}
            """,
            "t c1 parsed unknown"),
        odd(
            "a session of Gemini CLI in lines, with a person's message without a time",
            """
            {"sessionId":"s","projectHash":"h"}
            {"id":"1","type":"user","content":"x"}
            {"id":"2","type":"gemini","toolCalls":[{"id":"g","name":"t","args":{"id":7},"status":"success"}]}
            """,
            "t g parsed ok"),
        odd(
            "an answer of the client's model under the id of a call that failed",
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":7}}}
            {"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{"type":"text","text":"x"},"model":"m"}}
            {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}
            """,
            "t 1 parsed error"),
        odd(
            "a call of MCP that was cancelled",
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":7}}}
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
            """,
            "t 1 parsed pending"),
        odd(
            "a call of MCP that was cancelled too late",
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":7}}}
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
            {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
            """,
            "t 1 parsed ok"),
        odd(
            "a call of MCP that became a task, and its result",
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"id":7}}}
            {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"k","status":"working"}}}
            {"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{"taskId":"k"}}
            {"jsonrpc":"2.0","id":2,"result":{"structuredContent":{"ok":true},"content":[]}}
            """,
            "t 1 parsed ok"),
        odd(
            "a result of MCP in a rollout that is an error",
            """
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"c1","name":"t","arguments":"{}"}}
            {"timestamp":"t","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"c1","result":{"Ok":{"content":[],"isError":true}}}}
            """,
            "t c1 parsed error"),
        odd(
            "an output in a rollout that did not succeed",
            """
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"c1","name":"t","arguments":"{}"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":{"content":"no","success":false}}}
            """,
            "t c1 parsed error"),
        odd(
            "a capture whose request and response have bodies",
            """
            {"request":{"method":"POST","body":{"messages":[{"role":"user","content":"x"}]}},
             "response":{"status":200,"body":{"object":"chat.completion","choices":[{"message":{"role":"assistant",
               "tool_calls":[{"id":"c1","function":{"name":"t","arguments":"{}"}}]}}]}}}
            """,
            "t c1 parsed unknown"));
  }

  private static Arguments odd(String what, String input, String... calls) {
    return Arguments.of(what, input, List.of(calls));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oddShapes")
  void aRareShapeIsReadAsItsWriterMeantIt(String what, String input, List<String> calls) {
    ToolTrace trace = read(input);

    assertThat(
            trace.calls().stream()
                .map(call ->
                    String.join(
                        " ",
                        call.tool(),
                        call.callId(),
                        call.paramsState().wire(),
                        call.outcome().wire())))
        .as(what)
        .containsExactlyElementsOf(calls);
    assertThat(trace.notes()).as(what).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role':'assistant','parts':[{'type':'tool_call','id':'c','name':'t','arguments':{}}]}",
        "{'role':'assistant','content':[{'type':'function','name':'t','arguments':{}}]}",
        "{'role':'assistant','content':'','invocations':[{'name':'t','input':{}}]}",
        "{'messages':[{'role':'assistant','content':[{'functions':[{'name':'t'}]}]}]}",
      })
  void aMessageThatMayTellOfAToolInAnUnknownWayIsNoTalk(String message) {
    ToolTrace trace = read("{\"role\":\"user\",\"content\":\"x\"}\n" + message.replace('\'', '"'));

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.ENVELOPE_UNKNOWN);
  }

  @Test
  void aMessageWithNamesOfToolsAndNothingInThemIsTalk() {
    ToolTrace trace =
        read("{\"role\":\"assistant\",\"content\":\"x\",\"toolInvocations\":[],\"function\":null}");

    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aPackedFileIsReadAsWhatIsInIt() throws IOException {
    byte[] plain =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}"
            .getBytes(StandardCharsets.UTF_8);
    byte[] packed = gzip(plain);

    assertThat(ToolCallReader.read(packed)).isEqualTo(ToolCallReader.read(plain));
    assertThat(code(Arrays.copyOf(packed, packed.length - 9))).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(code(gzip(new byte[ToolCallLimits.INPUT_BYTES_MAX + 1])))
        .isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void aFileOfEmptyPackedPartsIsRefused() throws IOException {
    byte[] empty = gzip(new byte[0]);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 100_000; i++) {
      many.writeBytes(empty);
    }

    assertThat(code(many.toByteArray())).isEqualTo(ErrorCode.INVALID_JSON);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packing = new GZIPOutputStream(out)) {
      packing.write(plain);
    }
    return out.toByteArray();
  }

  private static ErrorCode code(byte[] input) {
    return ToolCallReader.read(input) instanceof Parsed.Rejected<ToolTrace>(Rejection rejection)
        ? rejection.code()
        : ErrorCode.INTERNAL_ERROR;
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
        "{\"type\":\"assistant\",\"uuid\":\"%s\",\"parentUuid\":\"%s\",\"sessionId\":\"s\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"%s\",\"name\":\"t\",\"input\":{}}]}}\n";
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        [{"role":"user","content":"go"},{"role":"assistant","function_call":{"name":"t","arguments":"{}"}}]
        [{"role":"user","content":"go"},{"role":"assistant","function_call":{"name":"t","arguments":"{}"}},\
         {"role":"function","name":"t","content":"no"},\
         {"role":"assistant","function_call":{"name":"t","arguments":"{}"}}]
        [{"role":"user","content":"go"},{"role":"assistant","function_call":{"name":"t","arguments":"{}"}},\
         {"role":"function","name":"t","content":"no"},\
         {"role":"assistant","function_call":{"name":"t","arguments":"{}"}},\
         {"role":"function","name":"t","content":"yes"}]
        """,
        """
        [{"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]}]
        [{"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]},\
         {"role":"user","parts":[{"functionResponse":{"name":"t","response":"no"}}]},\
         {"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]},\
         {"role":"user","parts":[{"functionResponse":{"name":"t","response":"yes"}}]}]
        """,
      })
  void anArrayOfMessagesIsAHistory(String lines) {
    ToolTrace trace = read(lines);

    assertThat(trace.notes()).isEmpty();
    assertThat(trace.calls())
        .extracting(ToolCall::resultDigest)
        .containsExactly(Digests.sha256Hex("no"), Digests.sha256Hex("yes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e999", "[{},[-1e999]]", "9223372036854775808", "[-12345678901234567891]"})
  void aNumberThatIsNotKeptAsItWasWrittenIsNoArgument(String value) {
    ToolTrace trace =
        read(
            "{\"contents\":[{\"parts\":[{\"functionCall\":{\"name\":\"t\",\"args\":{\"x\":%s}}}]}]}"
                .formatted(value));

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.PARAMS_UNPARSABLE);
  }

  /** A tool may have taken either, so that neither is held against the database. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":7,\"id\":8}",
        "{\"id\":7,\"where\":[{\"a\":1,\"a\":1}]}",
        "\"{\\\"id\\\":7,\\\"i\\u0064\\\":8}\""
      })
  void aNameThatStandsTwiceIsNoArgument(String value) {
    ToolTrace trace =
        read(
            "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"t\",\"arguments\":%s}}]}"
                .formatted(value));

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.PARAMS_UNPARSABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "-9223372036854775808", "6.02e23", "0.1"})
  void anIntegerOf64BitsAndADoubleAreArguments(String value) {
    ToolTrace trace =
        read(
            "{\"contents\":[{\"parts\":[{\"functionCall\":{\"name\":\"t\",\"args\":{\"x\":%s}}}]}]}"
                .formatted(value));

    assertThat(trace.notes()).isEmpty();
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
