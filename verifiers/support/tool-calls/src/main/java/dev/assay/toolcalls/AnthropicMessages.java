package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Set;

/** The Messages API: responses, requests with their history, single messages. */
final class AnthropicMessages implements DocumentReader {

  static final String ADVICE =
      "Capture whole messages with the input of each tool_use block, and raise max_tokens where"
          + " stop_reason is max_tokens.";
  private static final Set<String> CALLS = Set.of("tool_use", "server_tool_use", "mcp_tool_use");
  private static final String ANSWER_ENDING = "tool_result";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("messages") != null) {
      Turn history = Turn.history(true);
      Nodes.each(
          document, "messages", pointer, (m, at) -> message(Format.ANTHROPIC, m, at, history));
      out.turn(history);
    }
    if (document.get("content") != null) {
      Turn single = Turn.history(false);
      message(Format.ANTHROPIC, document, pointer, single);
      out.turn(single);
    }
  }

  /** Whether {@code message} is one of this format that tells of a tool. */
  static boolean tells(JsonObject message) {
    return Nodes.any(
        message,
        "content",
        block ->
            CALLS.contains(Nodes.text(block, "type"))
                || Nodes.text(block, "type").endsWith(ANSWER_ENDING));
  }

  static void message(Format format, JsonObject message, String pointer, Turn turn) {
    Nodes.each(
        message,
        "content",
        pointer,
        (block, at) -> {
          String type = Nodes.text(block, "type");
          if (CALLS.contains(type)) {
            turn.call(
                new Draft(format, at, Nodes.text(block, "name"), Arguments.of(block.get("input")))
                    .id(Nodes.text(block, "id"))
                    .advice(ADVICE));
          } else if (type.endsWith(ANSWER_ENDING)) {
            turn.reply(Nodes.text(block, "tool_use_id"), "", answer(block));
          }
        });
    if (Nodes.text(message, "stop_reason").equals("max_tokens")) {
      turn.cutLast();
    }
  }

  private static Answer answer(JsonObject block) {
    boolean failed =
        Nodes.isTrue(block, "is_error")
            || Nodes.text(Nodes.object(block, "content"), "type").endsWith("_error");
    return Answer.of(failed ? Outcome.ERROR : Outcome.OK, block.get("content"), "");
  }
}
