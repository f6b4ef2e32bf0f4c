package dev.assay.toolcalls;

import dev.assay.schemas.Parsed;
import dev.assay.testkit.bomb.Bombs;
import dev.assay.testkit.bomb.Repeated;
import dev.assay.testkit.bomb.SmallHeap;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Envelopes of the largest size that is read, each full of what one of the readers looks for. */
class EnvelopeBombsTest implements Bombs {

  private static final String READ = "read or refused";

  @Test
  void everyBombEndsTypedIn64MegabytesOfHeap(@TempDir Path directory) throws Exception {
    SmallHeap.assertAllEndTyped(EnvelopeBombsTest.class, directory);
  }

  @Override
  public void list(Rows rows, Path directory) {
    for (String unit : new String[] {"[", "[],", "{},", "{\"a\":", "1,", "\"x\",", "{\"a\":1}\n"}) {
      bomb(rows, "", unit, "");
      bomb(rows, "[", unit, "1]");
    }
    inOneDocument(rows);
    inLines(rows);
    insideTexts(rows);
  }

  private static void inOneDocument(Rows rows) {
    String spans = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[";
    String tool =
        "{\"key\":\"gen_ai.operation.name\",\"value\":{\"stringValue\":\"execute_tool\"}}";
    bomb(rows, spans, "{\"spanId\":\"1\",\"attributes\":[" + tool + "]},", "{}]}]}]}");
    bomb(rows, spans, "{\"spanId\":\"1\"},", "{}]}]}]}");
    bomb(rows, spans + "{\"attributes\":[", tool + ",", "{}]}]}]}]}");
    String call = "{\"id\":\"a\",\"function\":{\"name\":\"t\",\"arguments\":\"{}\"}},";
    bomb(rows, "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[", call, "{}]}]}");
    String message = "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"input\":{}}]},";
    bomb(rows, "{\"messages\":[", message, "{}]}");
    bomb(rows, "{\"contents\":[", "{\"parts\":[{\"functionCall\":{\"name\":\"t\"}}]},", "{}]}");
    bomb(rows, "{\"post\":[", "{\"run_type\":\"tool\",\"inputs\":{}},", "{}]}");
    bomb(rows, "{\"trajectory\":[", "{\"action\":\"ls\"},", "{}]}");
    bomb(rows, "{\"eval\":{},\"samples\":[{\"events\":[", "{\"event\":\"tool\"},", "{}]}]}");
    bomb(rows, "{\"steps\":[", "{\"toolCalls\":[{\"toolCallId\":\"a\"}]},", "{}]}");
    bomb(rows, "{\"data\":[", "{\"object\":\"trace.span\",\"span_data\":{}},", "{}]}");
  }

  private static void inLines(Rows rows) {
    for (String line :
        new String[] {
          "{\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"t\",\"tool_input\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
          "{\"type\":\"assistant\",\"uuid\":\"u\",\"sessionId\":\"s\",\"message\":{\"content\":[]}}",
          "{\"timestamp\":1,\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\"}}",
          "{\"type\":\"item.completed\",\"item\":{\"type\":\"mcp_tool_call\"}}",
          "{\"id\":1,\"source\":\"agent\",\"action\":\"run\",\"args\":{}}",
          "{\"type\":\"gemini\",\"id\":1,\"toolCalls\":[{}]}",
          "{"
        }) {
      bomb(rows, "", line + "\n", "");
    }
  }

  /** Texts that hold JSON are read as such, once. */
  private static void insideTexts(Rows rows) {
    for (String unit : new String[] {"[],", "{},", "[", "{\\\"a\\\":", "\\\"x\\\",", "\\u4e00"}) {
      bomb(
          rows,
          "{\"role\":\"assistant\",\"tool_calls\":[{\"function\":{\"arguments\":\"{\\\"a\\\":[",
          unit,
          "1]}\"}}]}");
      bomb(
          rows,
          "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"attributes\":[{\"key\":"
              + "\"gen_ai.input.messages\",\"value\":{\"stringValue\":\"[",
          unit,
          "1]\"}}]}]}]}]}");
    }
  }

  private static void bomb(Rows rows, String beginning, String unit, String end) {
    int room = ToolCallLimits.INPUT_BYTES_MAX - beginning.length() - end.length();
    rows.row(
        (beginning + unit).strip().replace('\n', ' ') + " of 8 MB",
        READ,
        () -> read(Repeated.of(beginning, unit, room / unit.length(), end)));
  }

  private static String read(Repeated bomb) {
    byte[] bytes = new byte[(int) bomb.size()];
    if (bomb.read(bytes, 0, bytes.length) != bytes.length) {
      throw new IllegalStateException("a bomb has another size than it says");
    }
    return switch (ToolCallReader.read(bytes)) {
      case Parsed.Rejected<ToolTrace> _ -> READ;
      case Parsed.Accepted<ToolTrace>(ToolTrace trace) ->
          trace.calls().size() <= ToolCallLimits.CALLS_MAX ? READ : "too many";
    };
  }
}
