package dev.assay.toolcalls;

import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells the format of one document by the members that it has. */
final class Detection {

  private Detection() {}

  /** The format of {@code d}; empty when it is none of them. */
  static Optional<Format> format(JsonObject d) {
    return Optional.ofNullable(byOwnMembers(d)).or(() -> byMessages(d));
  }

  private static @Nullable Format byOwnMembers(JsonObject d) {
    String type = Nodes.text(d, "type");
    String object = Nodes.text(d, "object");
    if (d.get("resourceSpans") != null || d.get("resourceLogs") != null) {
      return Format.OTLP;
    }
    if (d.get("hook_event_name") != null) {
      return Format.AGENT_HOOK;
    }
    if (Nodes.text(d, "jsonrpc").equals("2.0")) {
      return Format.MCP;
    }
    if (d.get("run_type") != null
        || d.get("post") instanceof JsonArray
        || d.get("patch") instanceof JsonArray
        || Nodes.any(d, "runs", run -> run.get("run_type") != null)) {
      return Format.LANGSMITH;
    }
    if (OpenAiAgents.isPart(d) || Nodes.any(d, "data", OpenAiAgents::isPart)) {
      return Format.OPENAI_AGENTS;
    }
    if (d.get("sessionId") != null && d.get("uuid") != null
        || d.get("leafUuid") != null
        || type.equals("file-history-snapshot")) {
      return Format.CLAUDE_CODE;
    }
    if (d.get("timestamp") != null && d.get("payload") != null && !type.isEmpty()) {
      return Format.CODEX_ROLLOUT;
    }
    if (type.startsWith("thread.") || type.startsWith("turn.") || type.startsWith("item.")) {
      return Format.CODEX_EXEC;
    }
    if (d.get("projectHash") != null
        || d.get("$set") != null
        || d.get("$rewindTo") != null
        || type.equals("gemini") && d.get("id") != null) {
      return Format.GEMINI_CLI;
    }
    if (OpenHandsEvents.isEvent(d)) {
      return Format.OPENHANDS;
    }
    if (d.get("trajectory_format") != null) {
      return Format.MINI_SWE_AGENT;
    }
    if (d.get("trajectory") instanceof JsonArray) {
      return Format.SWE_AGENT;
    }
    if (d.get("samples") instanceof JsonArray && d.get("eval") != null) {
      return Format.INSPECT;
    }
    if (object.equals("chat.completion")
        || Nodes.any(d, "choices", c -> c.get("message") != null)) {
      return Format.OPENAI_CHAT;
    }
    if (object.equals("response")
        || OpenAiResponses.isItem(d)
        || Nodes.any(d, "output", OpenAiResponses::isItem)
        || Nodes.any(d, "input", OpenAiResponses::isItem)) {
      return Format.OPENAI_RESPONSES;
    }
    if (d.get("candidates") instanceof JsonArray || d.get("contents") instanceof JsonArray) {
      return Format.GEMINI;
    }
    if (AiSdk.isResult(d)) {
      return Format.AI_SDK;
    }
    if (BedrockConverse.tells(Nodes.object(Nodes.object(d, "output"), "message"))) {
      return Format.BEDROCK_CONVERSE;
    }
    return type.equals("message") && d.get("content") instanceof JsonArray
        ? Format.ANTHROPIC
        : null;
  }

  /** The format whose signs some message of the document, or the document as a message, has. */
  private static Optional<Format> byMessages(JsonObject d) {
    for (Shape shape : SHAPES) {
      if (shape.tells().test(d) || Nodes.any(d, "messages", shape.tells())) {
        return Optional.of(shape.format());
      }
    }
    boolean conversation = d.get("messages") instanceof JsonArray;
    boolean message = d.get("role") != null && (d.get("content") != null || d.get("parts") != null);
    return conversation || message ? Optional.of(Format.OPENAI_CHAT) : Optional.empty();
  }

  /** How messages of a format are told. */
  private record Shape(Format format, Predicate<JsonObject> tells) {}

  private static final Shape[] SHAPES = {
    new Shape(Format.OPENAI_CHAT, OpenAiChat::tells),
    new Shape(Format.AI_SDK, AiSdk::tells),
    new Shape(Format.BEDROCK_CONVERSE, BedrockConverse::tells),
    new Shape(Format.ANTHROPIC, AnthropicMessages::tells),
    new Shape(Format.GEMINI, GeminiContents::tells),
  };
}
