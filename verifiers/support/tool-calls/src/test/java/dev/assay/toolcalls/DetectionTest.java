package dev.assay.toolcalls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.ToolTrace.Note;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No document is taken for a format that it is not: its calls are read, or it is told. */
class DetectionTest {

  private static final String KNOWN = "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"timestamp\":\"t\",\"type\":\"tool\",\"payload\":{\"tool\":\"orders_delete\",\"id\":7}}",
        "{\"hook_event_name\":\"ours\",\"tool\":\"orders_delete\"}",
        "{\"hook_event_name\":{},\"tool\":\"orders_delete\"}",
        "{\"steps\":[],\"calls\":[{\"tool\":\"orders_delete\"}]}",
        "{\"post\":[{\"tool\":\"orders_delete\"}]}",
        "{\"patch\":[{\"op\":\"add\",\"path\":\"/a\"}]}",
        "{\"run_type\":1,\"tool\":\"orders_delete\"}",
        "{\"resourceSpans\":1,\"tool\":\"orders_delete\"}",
        "{\"type\":\"thread.message\",\"tool\":\"orders_delete\"}",
        "{\"type\":\"item.done\",\"item\":{\"tool\":\"orders_delete\"}}",
        "{\"$set\":{\"tool\":\"orders_delete\"}}",
        "{\"projectHash\":\"h\",\"tool\":\"orders_delete\"}",
        "{\"leafUuid\":\"u\",\"tool\":\"orders_delete\"}",
        "{\"type\":\"file-history-snapshot\",\"tool\":\"orders_delete\"}",
        "{\"trajectory\":[{\"tool\":\"orders_delete\"}]}",
        "{\"trajectory_format\":\"x\",\"tool\":\"orders_delete\"}",
        "{\"samples\":[],\"eval\":1,\"tool\":\"orders_delete\"}",
        "{\"candidates\":[],\"tool\":\"orders_delete\"}",
        "{\"contents\":[{\"tool\":\"orders_delete\"}]}",
        "{\"messages\":[{\"tool\":\"orders_delete\"}]}",
        "{\"messages\":[],\"tool\":\"orders_delete\"}",
        "{\"object\":\"chat.completion\",\"tool\":\"orders_delete\"}",
        "{\"object\":\"response\",\"tool\":\"orders_delete\"}",
        "{\"type\":\"message\",\"content\":[{\"tool\":\"orders_delete\"}]}"
      })
  void whatHasOneMemberOfAFormatIsNotOfIt(String document) {
    assertThat(read(KNOWN + document).notes())
        .extracting(Note::code)
        .containsExactly(Code.ENVELOPE_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"turn.started\"}",
        "{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"s\",\"message\":{}}",
        "{\"sessionId\":\"s\",\"projectHash\":\"h\",\"messages\":[]}",
        "{\"timestamp\":\"t\",\"type\":\"event_msg\",\"payload\":{}}"
      })
  void aLineOfASessionHidesNoForeignOneAfterIt(String session) {
    assertThat(read(session + "\n{\"type\":\"call\",\"tool\":\"orders_delete\"}").notes())
        .extracting(Note::code)
        .containsExactly(Code.ENVELOPE_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Chats and Messages in one message
        "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}}],"
            + "\"content\":[{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"two\",\"input\":{}}]}]}",
        // ... in two messages
        "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}}]},"
            + "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"two\",\"input\":{}}]}]}",
        // ... in a response
        "{\"object\":\"chat.completion\",\"choices\":[{\"message\":{\"role\":\"assistant\","
            + "\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}}],"
            + "\"content\":[{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"two\",\"input\":{}}]}}]}",
        // A conversation in the payload of a hook
        "{\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"one\",\"tool_use_id\":\"a\",\"tool_input\":{},\"tool_response\":\"\","
            + "\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"{}\"}}]}]}",
        // The AI SDK's result without steps
        "{\"steps\":[],\"toolCalls\":[{\"toolCallId\":\"a\",\"toolName\":\"one\",\"input\":{}},"
            + "{\"toolCallId\":\"b\",\"toolName\":\"two\",\"input\":{}}]}",
        // ... with steps that lack a call of the top level
        "{\"steps\":[{\"toolCalls\":[{\"toolCallId\":\"a\",\"toolName\":\"one\",\"input\":{}}]}],"
            + "\"toolCalls\":[{\"toolCallId\":\"b\",\"toolName\":\"two\",\"input\":{}}]}",
        // LangSmith's runs without ids
        "{\"post\":[{\"run_type\":\"tool\",\"name\":\"one\",\"inputs\":{\"id\":1},\"outputs\":{},\"end_time\":\"t\"},"
            + "{\"run_type\":\"tool\",\"name\":\"two\",\"inputs\":{\"id\":2},\"outputs\":{},\"end_time\":\"t\"}]}",
        // A request beside its response
        "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}}]}],"
            + "\"response\":{\"type\":\"message\",\"role\":\"assistant\","
            + "\"content\":[{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"two\",\"input\":{}}]}}"
      })
  void aDocumentOfTwoFormatsGivesTheCallsOfBoth(String document) {
    ToolTrace trace = read(document);

    assertThat(trace.calls()).extracting(ToolCall::tool).containsExactly("one", "two");
    assertThat(trace.notes()).isEmpty();
  }

  @Test
  void anEventOfOpenHandsNeedsNoMoreThanWhatJoinsItToItsCall() {
    ToolTrace trace =
        read(
            """
            {"kind":"ActionEvent","tool_name":"u","tool_call_id":"c1","tool_call":{"arguments":"{\\"id\\":7}"},"action":null}
            {"kind":"ObservationEvent","tool_name":"u","tool_call_id":"c1","action_id":"e1","observation":{}}
            {"kind":"ActionEvent","tool_name":"u","tool_call_id":"c2","tool_call":{"arguments":"{}"},"action":null}
            {"kind":"UserRejectObservation","tool_name":"u","tool_call_id":"c2"}
            {"id":1,"source":"agent","action":"call_tool_mcp","args":{"name":"u","arguments":{"id":8}}}
            {"observation":"error","content":"","extras":{},"cause":1}
            """);

    assertThat(trace.notes()).isEmpty();
    assertThat(trace.calls())
        .extracting(ToolCall::outcome)
        .containsExactly(Outcome.OK, Outcome.DENIED, Outcome.ERROR);
  }

  @Test
  void aPatchOfARunThatNobodyPostedIsTold() {
    assertThat(read("{\"patch\":[{\"id\":\"r\",\"end_time\":\"t\",\"outputs\":{}}]}").notes())
        .extracting(Note::code)
        .containsExactly(Code.ENVELOPE_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"chat\",\"spanId\":\"01\",\"attributes\":[{\"key\":\"gen_ai.output.messages\","
            + "\"value\":{\"stringValue\":\"[{\\\"role\\\":\\\"assistant\\\",\\\"parts\\\":[{\\\"type\"}}]}",
        "{\"name\":\"chat\",\"spanId\":\"01\",\"attributes\":[{\"key\":\"gen_ai.input.messages\","
            + "\"value\":{\"stringValue\":\"[{\\\"role\"}}]}"
      })
  void messagesThatWereCutAreToldWithTheirSwitch(String span) {
    ToolTrace trace = read("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + span + "]}]}]}");

    assertThat(trace.isIncomplete()).isTrue();
    assertThat(trace.notes())
        .singleElement()
        .satisfies(note -> {
          assertThat(note.code()).isEqualTo(Code.PARAMS_TRUNCATED);
          assertThat(note.detail()).contains("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT");
        });
  }

  @Test
  void anEventWhoseMessageWasCutIsTold() {
    ToolTrace trace =
        read(
            "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"eventName\":\"gen_ai.choice\","
                + "\"body\":{\"stringValue\":\"{\\\"message\\\":{\\\"tool_calls\"}}]}]}]}");

    assertThat(trace.notes()).extracting(Note::code).containsExactly(Code.PARAMS_TRUNCATED);
  }

  private static ToolTrace read(String text) {
    if (ToolCallReader.read(text.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<ToolTrace>(ToolTrace trace)) {
      return trace;
    }
    throw new AssertionError("refused: " + text);
  }
}
