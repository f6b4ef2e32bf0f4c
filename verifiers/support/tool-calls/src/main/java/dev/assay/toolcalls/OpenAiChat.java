package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonObject;

/**
 * Chat Completions: responses, requests with their history, single messages. An answer has no sign
 * of an error, so what came of a call stays unknown.
 */
final class OpenAiChat implements DocumentReader {

  private static final String ADVICE =
      "Capture whole responses with tool_calls[].function.arguments, and raise max_tokens where"
          + " finish_reason is length.";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("messages") != null) {
      Turn history = Turn.history(true);
      Nodes.each(document, "messages", pointer, (m, at) -> message(m, at, history));
      out.turn(history);
    }
    Nodes.each(
        document,
        "choices",
        pointer,
        (choice, at) -> {
          Turn response = Turn.history(false);
          message(Nodes.object(choice, "message"), at + "/message", response);
          if (Nodes.text(choice, "finish_reason").equals("length")) {
            response.cutLast();
          }
          out.turn(response);
        });
    if (!Nodes.text(document, "role").isEmpty()) {
      Turn single = Turn.history(false);
      message(document, pointer, single);
      out.turn(single);
    }
  }

  /** Whether {@code message} is one of this format that tells of a tool. */
  static boolean tells(JsonObject message) {
    return message.get("tool_calls") != null
        || message.get("function_call") != null && message.get("role") != null
        || Nodes.text(message, "role").equals("tool") && message.get("tool_call_id") != null;
  }

  static void message(JsonObject message, String pointer, Turn turn) {
    switch (Nodes.text(message, "role")) {
      case "tool" ->
          turn.reply(Nodes.text(message, "tool_call_id"), Nodes.text(message, "name"), of(message));
      case "function" -> turn.reply("", Nodes.text(message, "name"), of(message));
      default -> requests(message, pointer, turn);
    }
  }

  private static Answer of(JsonObject message) {
    return Answer.of(Outcome.UNKNOWN, message.get("content"), "");
  }

  private static void requests(JsonObject message, String pointer, Turn turn) {
    Nodes.each(
        message,
        "tool_calls",
        pointer,
        (call, at) -> {
          JsonObject custom = Nodes.object(call, "custom");
          JsonObject function = Nodes.object(call, "function");
          Draft draft =
              function.isEmpty()
                  ? draft(at, Nodes.text(custom, "name"), Arguments.of(custom.get("input")))
                  : draft(
                      at,
                      Nodes.text(function, "name"),
                      Arguments.ofModel(function.get("arguments")));
          turn.call(draft.id(Nodes.text(call, "id")));
        });
    JsonObject old = Nodes.object(message, "function_call");
    if (!old.isEmpty()) {
      turn.call(
          draft(
              pointer + "/function_call",
              Nodes.text(old, "name"),
              Arguments.ofModel(old.get("arguments"))));
    }
  }

  private static Draft draft(String pointer, String tool, Arguments arguments) {
    return new Draft(Format.OPENAI_CHAT, pointer, tool, arguments).advice(ADVICE);
  }
}
