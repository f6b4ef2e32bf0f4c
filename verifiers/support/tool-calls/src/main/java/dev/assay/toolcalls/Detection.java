package dev.assay.toolcalls;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells the formats of one document by the members that it has. One member alone tells none that
 * others may have as well, and a document with the signs of several formats is read as each of
 * them: what is taken for a format that it is not would hide what it holds.
 */
final class Detection {

  private static final Set<String> CODEX_LINES =
      Set.of("session_meta", "turn_context", "response_item", "event_msg", "compacted");
  private static final Set<String> CODEX_EVENTS =
      Set.of(
          "thread.started",
          "turn.started",
          "turn.completed",
          "turn.failed",
          "item.started",
          "item.updated",
          "item.completed");

  /** Messages of a session of Gemini CLI that ask for no tool. */
  private static final Set<String> GEMINI_MESSAGES = Set.of("user", "info", "error", "warning");

  /** What names of members and types have that ask for a tool, or answer one. */
  private static final Pattern HINT =
      Pattern.compile("tool|function|invocation", Pattern.CASE_INSENSITIVE);

  /** How messages of a format are told. */
  private record Shape(Format format, Predicate<JsonObject> tells) {}

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(Format.OPENAI_CHAT, OpenAiChat::tells),
          new Shape(Format.AI_SDK, AiSdk::tells),
          new Shape(Format.BEDROCK_CONVERSE, BedrockConverse::tells),
          new Shape(Format.ANTHROPIC, AnthropicMessages::tells),
          new Shape(Format.GEMINI, GeminiContents::tells));

  private Detection() {}

  /**
   * The formats of {@code d}; none when it is in no known one.
   *
   * @param session the session whose lines came before, or null
   */
  static Set<Format> formats(JsonObject d, @Nullable Format session) {
    Set<Format> formats = new LinkedHashSet<>();
    Format own = byOwnMembers(d, session);
    if (own != null) {
      formats.add(own);
    }
    for (Shape shape : SHAPES) {
      boolean told = shape.tells().test(d) || Nodes.any(d, "messages", shape.tells());
      if (told && !readsChats(own, shape.format())) {
        formats.add(shape.format());
      }
    }
    if (formats.isEmpty() && isTalk(d)) {
      formats.add(Format.OPENAI_CHAT);
    }
    return formats;
  }

  /** The formats whose signs the single message {@code message} has. */
  static Set<Format> formatsOfMessage(JsonObject message) {
    Set<Format> formats = new LinkedHashSet<>();
    for (Shape shape : SHAPES) {
      if (shape.tells().test(message)) {
        formats.add(shape.format());
      }
    }
    return formats;
  }

  /** Whether {@code format} reads its messages as chats by itself. */
  private static boolean readsChats(@Nullable Format format, Format shape) {
    return shape == Format.OPENAI_CHAT
        && (format == Format.MINI_SWE_AGENT || format == Format.SWE_AGENT);
  }

  /** Whether {@code d} is a conversation, or a message of one, in which no tool is told of. */
  private static boolean isTalk(JsonObject d) {
    return d.get("messages") instanceof JsonArray messages
        ? messages.size() > 0 && all(messages, Detection::isMessage)
        : isMessage(d);
  }

  /** Whether {@code array} is a conversation without anything around it. */
  static boolean areMessages(JsonArray array) {
    return all(array, each -> each.get("role") instanceof Scalar.Text);
  }

  private static boolean isMessage(JsonObject d) {
    return d.get("role") instanceof Scalar.Text
        && (d.get("content") != null || d.get("parts") != null)
        && !hintsAtCalls(d)
        && !Nodes.any(d, "content", Detection::hintsAtCalls)
        && !Nodes.any(d, "parts", Detection::hintsAtCalls);
  }

  /** Whether {@code object} may tell of a tool in a way that nobody here reads. */
  private static boolean hintsAtCalls(JsonObject object) {
    return HINT.matcher(Nodes.text(object, "type")).find()
        || object.sorted().stream()
            .anyMatch(member -> HINT.matcher(member.name()).find() && says(member.value()));
  }

  private static boolean says(Json value) {
    return switch (value) {
      case JsonObject object -> !object.isEmpty();
      case JsonArray array -> array.size() > 0;
      case Scalar.Text(String text) -> !text.isEmpty();
      case Scalar scalar -> scalar != Scalar.Null.NULL && scalar != Scalar.Bool.FALSE;
    };
  }

  private static boolean all(JsonArray array, Predicate<JsonObject> wanted) {
    for (int i = 0; i < array.size(); i++) {
      if (!(array.at(i) instanceof JsonObject object && wanted.test(object))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Format byOwnMembers(JsonObject d, @Nullable Format session) {
    String type = Nodes.text(d, "type");
    if (d.get("resourceSpans") instanceof JsonArray || d.get("resourceLogs") instanceof JsonArray) {
      return Format.OTLP;
    }
    if (HookPayloads.isPayload(d)) {
      return Format.AGENT_HOOK;
    }
    if (Nodes.text(d, "jsonrpc").equals("2.0")) {
      return Format.MCP;
    }
    if (LangSmithRuns.isPart(d)) {
      return Format.LANGSMITH;
    }
    if (OpenAiAgents.isPart(d) || Nodes.any(d, "data", OpenAiAgents::isPart)) {
      return Format.OPENAI_AGENTS;
    }
    Format line = byLine(d, type, session);
    if (line != null) {
      return line;
    }
    if (OpenHandsEvents.isEvent(d)) {
      return Format.OPENHANDS;
    }
    if (d.get("trajectory_format") instanceof Scalar.Text
        && d.get("messages") instanceof JsonArray) {
      return Format.MINI_SWE_AGENT;
    }
    if (Nodes.any(d, "trajectory", step -> step.get("action") instanceof Scalar.Text)) {
      return Format.SWE_AGENT;
    }
    if (d.get("samples") instanceof JsonArray && d.get("eval") instanceof JsonObject) {
      return Format.INSPECT;
    }
    return ofModel(d, type);
  }

  /** A line of a session's file, or such a file as one document. */
  private static @Nullable Format byLine(JsonObject d, String type, @Nullable Format session) {
    if (d.get("sessionId") != null && d.get("uuid") != null && !type.isEmpty()
        || d.get("leafUuid") != null && type.equals("summary")
        || d.get("snapshot") != null && type.equals("file-history-snapshot")
        || session == Format.CLAUDE_CODE && d.get("sessionId") != null && !type.isEmpty()) {
      return Format.CLAUDE_CODE;
    }
    if (d.get("timestamp") != null
        && d.get("payload") instanceof JsonObject
        && CODEX_LINES.contains(type)) {
      return Format.CODEX_ROLLOUT;
    }
    if (CODEX_EVENTS.contains(type) || session == Format.CODEX_EXEC && type.equals("error")) {
      return Format.CODEX_EXEC;
    }
    boolean corrects =
        d.get("$set") instanceof JsonObject || d.get("$rewindTo") instanceof Scalar.Text;
    boolean tells =
        d.get("id") != null
            && (d.get("timestamp") != null && !type.isEmpty() || GEMINI_MESSAGES.contains(type));
    return d.get("projectHash") != null && d.get("sessionId") != null
            || type.equals("gemini") && d.get("id") != null
            || session == Format.GEMINI_CLI && (corrects || tells)
        ? Format.GEMINI_CLI
        : null;
  }

  /** A request to a model, or its response. */
  private static @Nullable Format ofModel(JsonObject d, String type) {
    if (Nodes.any(d, "choices", c -> c.get("message") instanceof JsonObject)) {
      return Format.OPENAI_CHAT;
    }
    if (Nodes.text(d, "object").equals("response") && d.get("output") instanceof JsonArray
        || OpenAiResponses.isItem(d)
        || OpenAiResponses.isOtherItem(d)
        || Nodes.any(d, "output", OpenAiResponses::isItem)
        || Nodes.any(d, "input", OpenAiResponses::isItem)) {
      return Format.OPENAI_RESPONSES;
    }
    if (Nodes.any(d, "candidates", Detection::isCandidate)
        || d.get("candidates") instanceof JsonArray && d.get("usageMetadata") != null
        || Nodes.any(d, "contents", content -> content.get("parts") instanceof JsonArray)) {
      return Format.GEMINI;
    }
    if (AiSdk.isResult(d)) {
      return Format.AI_SDK;
    }
    if (BedrockConverse.tells(Nodes.object(Nodes.object(d, "output"), "message"))) {
      return Format.BEDROCK_CONVERSE;
    }
    return type.equals("message") && d.get("role") != null && d.get("content") instanceof JsonArray
        ? Format.ANTHROPIC
        : null;
  }

  private static boolean isCandidate(JsonObject candidate) {
    return candidate.get("content") instanceof JsonObject
        || candidate.get("finishReason") != null
        || candidate.get("finish_reason") != null;
  }
}
