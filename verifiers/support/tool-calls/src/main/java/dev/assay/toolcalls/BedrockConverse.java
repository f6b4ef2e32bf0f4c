package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonObject;

/** Bedrock's Converse: responses, requests with their history, single messages. */
final class BedrockConverse implements DocumentReader {

  private static final String ADVICE =
      "Capture whole messages with the input of each toolUse block, and raise maxTokens where"
          + " stopReason is max_tokens.";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("messages") != null) {
      Turn history = Turn.history(true);
      Nodes.each(document, "messages", pointer, (m, at) -> message(m, at, history));
      out.turn(history);
    }
    Turn response = Turn.history(false);
    JsonObject message = Nodes.object(Nodes.object(document, "output"), "message");
    message(message, pointer + "/output/message", response);
    if (document.get("content") != null) {
      message(document, pointer, response);
    }
    if (Nodes.text(document, "stopReason").equals("max_tokens")) {
      response.cutLast();
    }
    out.turn(response);
  }

  /** Whether {@code message} is one of this format that tells of a tool. */
  static boolean tells(JsonObject message) {
    return Nodes.any(
        message,
        "content",
        block -> block.get("toolUse") != null || block.get("toolResult") != null);
  }

  private static void message(JsonObject message, String pointer, Turn turn) {
    Nodes.each(
        message,
        "content",
        pointer,
        (block, at) -> {
          JsonObject use = Nodes.object(block, "toolUse");
          if (!use.isEmpty()) {
            turn.call(
                new Draft(
                        Format.BEDROCK_CONVERSE,
                        at,
                        Nodes.text(use, "name"),
                        Arguments.of(use.get("input")))
                    .id(Nodes.text(use, "toolUseId"))
                    .advice(ADVICE));
          }
          JsonObject result = Nodes.object(block, "toolResult");
          if (!result.isEmpty()) {
            Outcome outcome =
                switch (Nodes.text(result, "status")) {
                  case "success" -> Outcome.OK;
                  case "error" -> Outcome.ERROR;
                  default -> Outcome.UNKNOWN;
                };
            turn.reply(
                Nodes.text(result, "toolUseId"), "", Answer.of(outcome, result.get("content"), ""));
          }
        });
  }
}
