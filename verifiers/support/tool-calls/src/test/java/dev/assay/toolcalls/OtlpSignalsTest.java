package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.ToolTrace.Note;
import dev.assay.toolcalls.json.JsonText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpSignalsTest {

  private static final String ASKED =
      "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"name\":\"t\",\"arguments\":{\"id\":7}}]}]";

  @Test
  void theCallOfAnAgentThatAToolStartedIsACallOfItsOwn() {
    ToolTrace trace =
        read(
            tool("01", "", "delegate", "{}"),
            span("02", "01", "invoke_agent helper", "gen_ai.operation.name", "invoke_agent"),
            mcp("03", "02", "orders_update", "{\"id\":7}"));

    assertThat(trace.calls())
        .extracting(ToolCall::tool)
        .containsExactly("delegate", "orders_update");
  }

  @Test
  void theCallOfAnAgentIsItsOwnThoughTheToolAroundItHasTheSameName() {
    ToolTrace trace =
        read(
            tool("01", "", "t", "{\"id\":7}"),
            span("02", "01", "invoke_agent", "gen_ai.operation.name", "invoke_agent"),
            mcp("03", "02", "t", "{\"id\":7}"));

    assertThat(trace.calls()).hasSize(2);
  }

  @Test
  void anMcpCallOfAnotherNameOrWithOtherArgumentsIsNotTheToolAroundIt() {
    ToolTrace trace =
        read(
            tool("01", "", "mcp__shop__t", "{\"id\":7}"),
            mcp("02", "01", "t", "{\"id\":7}"),
            mcp("03", "01", "other", "{\"id\":7}"),
            mcp("04", "01", "t", "{\"id\":8}"));

    assertThat(trace.calls())
        .extracting(ToolCall::tool)
        .containsExactly("mcp__shop__t", "other", "t");
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aToolThatFailedDoesNotHideItsMcpCallThatWorked() {
    ToolTrace trace =
        read(
            tool("01", "", "t", "{\"id\":7}", "error.type", "timeout"),
            mcp("02", "01", "t", "{\"id\":7}", "gen_ai.tool.call.result", "{}"));

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.calls().getFirst().outcome().promises()).isTrue();
  }

  @Test
  void clientAndServerOfOneMcpCallAreOneCallAndTellItsArguments() {
    ToolTrace trace =
        read(
            mcp("03", "02", "t", "{\"id\":7}"),
            mcp("02", "01", "t", ""),
            span("01", "", "execute_tool t", "gen_ai.operation.name", "execute_tool"));

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.calls().getFirst().tool()).isEqualTo("t");
    assertThat(trace.calls().getFirst().paramsState()).isEqualTo(ParamsState.PARSED);
    assertThat(trace.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "\"2\"", "\"STATUS_CODE_ERROR\""})
  void aStatusIsKnownByItsNumberAndByItsName(String code) {
    String failed =
        tool("01", "", "t", "{\"id\":7}", "gen_ai.tool.call.result", "{}")
            .replace("\"name\":", "\"status\":{\"code\":" + code + "},\"name\":");

    assertThat(read(failed).calls().getFirst().outcome()).isEqualTo(ToolCall.Outcome.ERROR);
  }

  @Test
  void aToolsSpanWithoutItsNameLeavesTheTraceIncomplete() {
    ToolTrace trace =
        read(
            span(
                "01",
                "",
                "tool run",
                "gen_ai.operation.name",
                "execute_tool",
                "gen_ai.tool.call.arguments",
                "{}"));

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.PARAMS_ABSENT);
    assertThat(trace.isIncomplete()).isTrue();
  }

  @Test
  void aRequestWithoutIdThatNoSpanRanIsACall() {
    String chat = span("01", "", "chat", "gen_ai.output.messages", ASKED);
    ToolTrace trace = read(chat, chat, span("02", "", "chat", "gen_ai.input.messages", ASKED));

    assertThat(trace.calls()).extracting(ToolCall::tool).containsExactly("t");
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aRequestWithoutIdIsTheCallOfTheSpanThatRanIt() {
    ToolTrace trace =
        read(
            span("01", "", "chat", "gen_ai.output.messages", ASKED),
            tool("02", "", "t", "{\"id\":7}"),
            span("03", "", "chat", "gen_ai.input.messages", ASKED));

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void aSpanWithOtherArgumentsThanTheRequestIsAConflict() {
    ToolTrace trace =
        read(
            span("01", "", "chat", "gen_ai.output.messages", ASKED),
            tool("02", "", "t", "{\"id\":8}"));

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.CALL_ID_CONFLICT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'args':[],'kwargs':{'id':7}}                                              | PARSED",
        "{'args':[{'id':7}],'kwargs':{}}                                            | PARSED",
        "{'tool_name':'t','arguments':{'id':7}}                                     | PARSED",
        "{'input_str':'{}','tags':[],'metadata':{},'inputs':{'id':7},'kwargs':{}}   | PARSED",
        "{'id':7}                                                                   | PARSED",
        "{'args':[7],'kwargs':{}}                                                   | UNPARSABLE",
        "{'args':[7],'kwargs':{'id':7}}                                             | UNPARSABLE",
      })
  void whatOpenLlmetryPutsAroundArgumentsIsNoArgument(String written, ParamsState state) {
    ToolTrace trace =
        read(
            span(
                "01",
                "",
                "t.tool",
                "traceloop.span.kind",
                "tool",
                "traceloop.entity.name",
                "t",
                "traceloop.entity.input",
                written.replace('\'', '"')));

    ToolCall call = trace.calls().getFirst();
    assertThat(call.paramsState()).isEqualTo(state);
    assertThat(JsonText.stable(call.params()))
        .isEqualTo(state == ParamsState.PARSED ? "{\"id\":7}" : "{}");
  }

  @ParameterizedTest
  @CsvSource({
    "llm.output_messages.0.message.tool_calls.0.tool_call., function.",
    "gen_ai.completion.0.tool_calls.0., ''",
  })
  void aRequestThatIsSpreadOverAttributesIsACall(String call, String function) {
    String name = call + function;
    String id = call + "id";
    String chat =
        span("01", "", "chat", name + "name", "t", name + "arguments", "{\"id\":7}", id, "c1");
    String again = chat.replace("output", "input").replace("completion", "prompt");
    String answer =
        span(
            "02",
            "",
            "chat",
            "llm.input_messages.2.message.tool_call_id",
            "c1",
            "llm.input_messages.2.message.content",
            "{}");

    ToolTrace trace = read(chat, again.replace("\"01\"", "\"03\""), answer);

    assertThat(trace.calls()).extracting(ToolCall::callId).containsExactly("c1");
    assertThat(JsonText.stable(trace.calls().getFirst().params())).isEqualTo("{\"id\":7}");
    assertThat(trace.calls().getFirst().resultDigest()).isNotNull();
    assertThat(trace.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'id':7}", "", "[7]"})
  void aRequestWithAnIdThatNoSpanHasIsTheCallOfTheSpanThatRanIt(String written) {
    String asked = ASKED.replace("\"name\"", "\"id\":\"c1\",\"name\"");
    ToolTrace trace =
        read(
            span("01", "", "chat", "gen_ai.output.messages", asked),
            tool("02", "", "t", written.replace('\'', '"'), "error.type", "timeout"),
            span("03", "", "chat", "gen_ai.input.messages", asked));

    assertThat(trace.calls()).hasSize(1);
    assertThat(trace.calls().getFirst().outcome()).isEqualTo(ToolCall.Outcome.ERROR);
    assertThat(trace.calls().getFirst().callId()).isEqualTo("c1");
    assertThat(JsonText.stable(trace.calls().getFirst().params())).isEqualTo("{\"id\":7}");
  }

  @Test
  void aRequestWithAnIdAndOtherArgumentsThanEverySpanIsACallOfItsOwn() {
    String asked = ASKED.replace("\"name\"", "\"id\":\"c1\",\"name\"");
    ToolTrace trace =
        read(
            span("01", "", "chat", "gen_ai.output.messages", asked),
            tool("02", "", "t", "{\"id\":8}"));

    assertThat(trace.calls()).hasSize(2);
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void anEventOfTheOldConventionsWithoutIdIsACall() {
    ToolTrace trace =
        parse(
            """
            {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"traceId":"aa","eventName":"gen_ai.choice",
             "body":{"kvlistValue":{"values":[{"key":"message","value":{"kvlistValue":{"values":[
              {"key":"role","value":{"stringValue":"assistant"}},
              {"key":"tool_calls","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[
               {"key":"function","value":{"kvlistValue":{"values":[
                {"key":"name","value":{"stringValue":"t"}},
                {"key":"arguments","value":{"stringValue":"{}"}}]}}}]}}]}}}]}}}]}}}]}]}]}
            """);

    assertThat(trace.calls()).extracting(ToolCall::tool).containsExactly("t");
  }

  private static String tool(
      String id, String parent, String name, String arguments, String... more) {
    String[] all = new String[more.length + 6];
    all[0] = "gen_ai.operation.name";
    all[1] = "execute_tool";
    all[2] = "gen_ai.tool.name";
    all[3] = name;
    all[4] = "gen_ai.tool.call.arguments";
    all[5] = arguments;
    System.arraycopy(more, 0, all, 6, more.length);
    return span(id, parent, "execute_tool " + name, all);
  }

  private static String mcp(
      String id, String parent, String name, String arguments, String... more) {
    String[] all = new String[more.length + 6];
    all[0] = "mcp.method.name";
    all[1] = "tools/call";
    all[2] = "gen_ai.tool.name";
    all[3] = name;
    all[4] = "gen_ai.tool.call.arguments";
    all[5] = arguments;
    System.arraycopy(more, 0, all, 6, more.length);
    return span(id, parent, "tools/call " + name, all);
  }

  private static String span(String id, String parent, String name, String... attributes) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < attributes.length; i += 2) {
      String text = attributes[i + 1].replace("\\", "\\\\").replace("\"", "\\\"");
      out.append(i == 0 ? "" : ",")
          .append(
              "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}}".formatted(attributes[i], text));
    }
    return "{\"traceId\":\"aa\",\"spanId\":\"%s\",\"parentSpanId\":\"%s\",\"name\":\"%s\",\"attributes\":[%s]}"
        .formatted(id, parent, name, out);
  }

  private static ToolTrace read(String... spans) {
    return parse(
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[%s]}]}]}"
            .formatted(String.join(",", spans)));
  }

  private static ToolTrace parse(String text) {
    if (ToolCallReader.read(text.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<ToolTrace>(ToolTrace trace)) {
      return trace;
    }
    throw new AssertionError("refused: " + text);
  }
}
