package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Set;

/** Gemini's generateContent: responses, requests with their history, single contents. */
final class GeminiContents implements DocumentReader {

  private static final String ADVICE =
      "Capture whole responses with the args of each functionCall, and raise maxOutputTokens where"
          + " finishReason is MAX_TOKENS.";

  /** Parts of tools that the provider runs by itself; they ask for nothing here. */
  private static final Set<String> SERVER_SIDE =
      Set.of("toolCall", "tool_call", "toolResponse", "tool_response");

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("contents") != null) {
      Turn history = Turn.history(true);
      Nodes.each(document, "contents", pointer, (content, at) -> parts(content, at, history));
      out.turn(history);
    }
    Nodes.each(
        document,
        "candidates",
        pointer,
        (candidate, at) -> {
          Turn response = Turn.history(false);
          parts(Nodes.object(candidate, "content"), at + "/content", response);
          String reason = Nodes.text(candidate, "finishReason", "finish_reason");
          if (reason.equals("MAX_TOKENS")) {
            response.cutLast();
          }
          out.turn(response);
        });
    if (document.get("parts") != null) {
      Turn single = Turn.history(false);
      parts(document, pointer, single);
      out.turn(single);
    }
  }

  /** Whether {@code content} is one of this format that tells of a tool. */
  static boolean tells(JsonObject content) {
    return Nodes.any(
        content,
        "parts",
        part ->
            Nodes.first(part, "functionCall", "function_call") != null
                || Nodes.first(part, "functionResponse", "function_response") != null
                || SERVER_SIDE.stream().anyMatch(name -> Nodes.has(part, name)));
  }

  private static void parts(JsonObject content, String pointer, Turn turn) {
    Nodes.each(
        content,
        "parts",
        pointer,
        (part, at) -> {
          JsonObject call = Json.objectOf(Nodes.first(part, "functionCall", "function_call"));
          if (!call.isEmpty()) {
            turn.call(
                new Draft(
                        Format.GEMINI, at, Nodes.text(call, "name"), Arguments.of(call.get("args")))
                    .id(Nodes.text(call, "id"))
                    .advice(ADVICE));
          }
          JsonObject answer =
              Json.objectOf(Nodes.first(part, "functionResponse", "function_response"));
          if (!answer.isEmpty()) {
            turn.reply(Nodes.text(answer, "id"), Nodes.text(answer, "name"), answer(answer));
          }
        });
  }

  private static Answer answer(JsonObject answer) {
    JsonObject response = Nodes.object(answer, "response");
    Outcome outcome =
        Nodes.has(response, "error")
            ? Outcome.ERROR
            : response.get("output") == null ? Outcome.UNKNOWN : Outcome.OK;
    return Answer.of(outcome, answer.get("response"), "");
  }
}
