package dev.assay.toolcalls;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.GzipInput;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import dev.assay.toolcalls.json.Utf8Text;
import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tool calls of a file: one JSON document, an array of them, or one a line. Each document
 * tells its format by itself, so that a file may hold several.
 */
public final class ToolCallReader {

  /** What a capture puts around a request and its response. */
  private static final List<String> WRAPPERS = List.of("request", "response", "body");

  /** Bytes of a packed file that are held for unpacking. */
  private static final int BUFFER_BYTES = 16 * 1024;

  /** A capture's response has its body once more in a member. */
  private static final int WRAPPERS_MAX = 2;

  /** Files of one session, with lines of many types. */
  private static final Set<Format> SESSIONS =
      Set.of(Format.CLAUDE_CODE, Format.CODEX_EXEC, Format.GEMINI_CLI);

  private @Nullable Format session;
  private final Map<Format, DocumentReader> readers = new EnumMap<>(Format.class);
  private final Collector out = new Collector();

  private ToolCallReader() {}

  /**
   * The calls in {@code input}, which may be packed with gzip, or why there is no telling:
   * LIMIT_EXCEEDED for more bytes than {@link ToolCallLimits#INPUT_BYTES_MAX}, INVALID_JSON when
   * nothing is in a known format.
   */
  public static Parsed<ToolTrace> read(byte[] input) {
    byte[] bytes;
    try {
      bytes = isGzip(input) ? unpacked(input) : input;
    } catch (IOException _) {
      return rejected(ErrorCode.INVALID_JSON, "expected a whole gzip file, found a damaged one");
    }
    if (bytes.length > ToolCallLimits.INPUT_BYTES_MAX) {
      return rejected(
          ErrorCode.LIMIT_EXCEEDED,
          "expected at most "
              + ToolCallLimits.INPUT_BYTES_MAX
              + " bytes of tool calls, found more; hand in shorter files");
    }
    String decoded = Utf8Text.decode(bytes);
    return new ToolCallReader().text(decoded.startsWith("\ufeff") ? decoded.substring(1) : decoded);
  }

  /** Whether {@code input} begins as no JSON does (RFC 1952, 2.3.1). */
  private static boolean isGzip(byte[] input) {
    return input.length > 2 && input[0] == 0x1f && input[1] == (byte) 0x8b;
  }

  /** What is packed in {@code input}, up to one byte more than is read. */
  private static byte[] unpacked(byte[] input) throws IOException {
    try (InputStream in = new GzipInput(new ByteArrayInputStream(input), BUFFER_BYTES)) {
      return in.readNBytes(ToolCallLimits.INPUT_BYTES_MAX + 1);
    }
  }

  private static Parsed<ToolTrace> rejected(ErrorCode code, String detail) {
    return new Parsed.Rejected<>(Rejection.of(code, detail));
  }

  private Parsed<ToolTrace> text(String text) {
    Json whole = JsonParser.parse(text);
    switch (whole) {
      case JsonObject object -> document(object, "", WRAPPERS_MAX);
      case JsonArray array -> elements(array, "");
      case Scalar _ -> {}
      case null -> lines(text);
    }
    if (out.metNothing()) {
      return rejected(
          ErrorCode.INVALID_JSON,
          "expected tool calls in a known format, as one JSON document or one a line, found none;"
              + " docs/tool-calls.md lists the formats");
    }
    readers.values().forEach(reader -> reader.finish(out));
    return new Parsed.Accepted<>(out.trace());
  }

  private void lines(String text) {
    int number = 0;
    for (int from = 0; from <= text.length(); ) {
      int feed = text.indexOf('\n', from);
      int end = feed < 0 ? text.length() : feed;
      number++;
      int start = EcmaText.skipSpace(text, from, end);
      if (start < end) {
        line(JsonParser.parse(text, start, EcmaText.trimEnd(text, start, end)), number + "#");
      }
      from = end + 1;
    }
  }

  private void line(@Nullable Json value, String pointer) {
    switch (value) {
      case JsonObject object -> document(object, pointer, WRAPPERS_MAX);
      case JsonArray array -> elements(array, pointer);
      case Scalar _ -> unknown(pointer);
      case null ->
          out.note(Code.ENVELOPE_DAMAGED, pointer, "A line is no JSON; what it held is not known.");
    }
  }

  private void elements(JsonArray array, String pointer) {
    boolean messages = Detection.areMessages(array);
    if (messages) {
      out.messagesBegin();
    }
    for (int i = 0; i < array.size(); i++) {
      if (array.at(i) instanceof JsonObject object) {
        document(object, pointer + "/" + i, WRAPPERS_MAX);
      } else {
        unknown(pointer + "/" + i);
      }
    }
    if (messages) {
      out.messagesEnd();
    }
  }

  private void document(JsonObject document, String pointer, int wrappersMax) {
    Set<Format> formats = Detection.formats(document, session);
    boolean opened = false;
    for (Format format : formats) {
      read(format, document, pointer);
    }
    if (formats.contains(Format.OPENAI_CHAT)) {
      Nodes.each(document, "choices", pointer, this::message);
    }
    for (String wrapper : WRAPPERS) {
      if (wrappersMax > 0
          && document.get(wrapper) instanceof JsonObject inner
          && (formats.isEmpty() || !Detection.formats(inner, session).isEmpty())) {
        document(inner, pointer + "/" + wrapper, wrappersMax - 1);
        opened = true;
      }
    }
    if (formats.isEmpty() && !opened) {
      unknown(pointer);
    }
  }

  private void read(Format format, JsonObject document, String pointer) {
    session = SESSIONS.contains(format) ? format : session;
    out.met(format);
    readers.computeIfAbsent(format, ToolCallReader::reader).read(document, pointer, out);
  }

  /** Reads what the message of a chat's choice holds beside what chats know. */
  private void message(JsonObject choice, String pointer) {
    JsonObject message = Nodes.object(choice, "message");
    for (Format format : Detection.formatsOfMessage(message)) {
      if (format != Format.OPENAI_CHAT) {
        read(format, message, pointer + "/message");
      }
    }
  }

  private void unknown(String pointer) {
    out.note(
        Code.ENVELOPE_UNKNOWN,
        pointer,
        "A document is of no known format; what it claims is not known.");
  }

  private static DocumentReader reader(Format format) {
    return switch (format) {
      case OTLP -> new OtlpSignals();
      case OPENAI_CHAT -> new OpenAiChat();
      case OPENAI_RESPONSES -> new OpenAiResponses(format);
      case ANTHROPIC -> new AnthropicMessages();
      case GEMINI -> new GeminiContents();
      case BEDROCK_CONVERSE -> new BedrockConverse();
      case MCP -> new McpMessages();
      case AI_SDK -> new AiSdk();
      case LANGSMITH -> new LangSmithRuns();
      case OPENAI_AGENTS -> new OpenAiAgents();
      case CLAUDE_CODE -> new ClaudeTranscript();
      case CODEX_ROLLOUT -> new CodexLines.Rollout();
      case CODEX_EXEC -> new CodexLines.Exec();
      case GEMINI_CLI -> new GeminiSession();
      case OPENHANDS -> new OpenHandsEvents();
      case SWE_AGENT, MINI_SWE_AGENT -> new SweAgent(format);
      case INSPECT -> new InspectLog();
      case AGENT_HOOK -> new HookPayloads();
    };
  }
}
