package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;

/** Vercel's AI SDK: what a generation returned, model messages, UI messages. */
final class AiSdk implements DocumentReader {

  private static final String ADVICE =
      "Store whole tool-call parts with their input, or set recordInputs for telemetry.";
  private static final String UI_TOOL = "tool-";
  private static final String UI_DYNAMIC = "dynamic-tool";

  /** The part of version 4, whose call is in a member of its own. */
  private static final String UI_INVOCATION = "tool-invocation";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("messages") != null) {
      Turn history = Turn.history(true);
      Nodes.each(document, "messages", pointer, (message, at) -> message(message, at, history));
      out.turn(history);
    }
    Turn response = Turn.history(false);
    Nodes.each(document, "steps", pointer, (step, at) -> result(step, at, response));
    boolean told = !response.calls().isEmpty();
    Turn last = Turn.history(false);
    result(document, pointer, last);
    // The top level repeats the last step; what has no id there would count twice.
    last.calls().stream().filter(call -> !told || call.identity != null).forEach(response::call);
    response.replies().addAll(last.replies());
    message(document, pointer, response);
    out.turn(response);
  }

  /** Whether {@code document} is what a generation returned. */
  static boolean isResult(JsonObject document) {
    return Nodes.any(document, "toolCalls", call -> call.get("toolCallId") != null)
        || Nodes.any(document, "steps", AiSdk::isResult);
  }

  /** Whether {@code message} is a model message or UI message that tells of a tool. */
  static boolean tells(JsonObject message) {
    return Nodes.any(message, "content", part -> part.get("toolCallId") != null)
        || Nodes.any(message, "parts", AiSdk::isUiTool)
        || Nodes.any(message, "toolInvocations", call -> call.get("toolCallId") != null);
  }

  private static boolean isUiTool(JsonObject part) {
    String type = Nodes.text(part, "type");
    return type.startsWith(UI_TOOL) && part.get("state") != null
        || type.equals(UI_INVOCATION)
        || type.equals(UI_DYNAMIC);
  }

  private static void result(JsonObject step, String pointer, Turn turn) {
    Nodes.each(step, "toolCalls", pointer, (part, at) -> turn.call(call(part, at)));
    Nodes.each(step, "toolResults", pointer, (part, at) -> answered(part, turn));
    Nodes.each(
        step,
        "content",
        pointer,
        (part, at) -> {
          if (Nodes.text(part, "type").equals("tool-error")) {
            answered(part, turn);
          }
        });
  }

  private static void message(JsonObject message, String pointer, Turn turn) {
    Nodes.each(
        message,
        "content",
        pointer,
        (part, at) -> {
          switch (Nodes.text(part, "type")) {
            case "tool-call" -> turn.call(call(part, at));
            case "tool-result", "tool-error" -> answered(part, turn);
            default -> {
              // Text, files and reasoning.
            }
          }
        });
    Nodes.each(
        message,
        "parts",
        pointer,
        (part, at) -> {
          if (Nodes.text(part, "type").equals(UI_INVOCATION)) {
            turn.call(invocation(Nodes.object(part, "toolInvocation"), at + "/toolInvocation"));
          } else if (isUiTool(part)) {
            turn.call(ui(part, at));
          }
        });
    Nodes.each(message, "toolInvocations", pointer, (call, at) -> turn.call(invocation(call, at)));
  }

  private static Draft call(JsonObject part, String pointer) {
    Draft draft =
        new Draft(
                Format.AI_SDK,
                pointer,
                Nodes.text(part, "toolName"),
                Arguments.ofModel(Nodes.first(part, "input", "args")))
            .id(Nodes.text(part, "toolCallId"))
            .advice(ADVICE);
    if (Nodes.isTrue(part, "invalid")) {
      draft.settle(Answer.of(Outcome.ERROR, part.get("error"), ""));
    }
    return draft;
  }

  private static void answered(JsonObject part, Turn turn) {
    Json output = Nodes.first(part, "output", "result");
    Outcome outcome =
        Nodes.text(part, "type").equals("tool-error") || Nodes.isTrue(part, "isError")
            ? Outcome.ERROR
            : switch (Nodes.text(Json.objectOf(output), "type")) {
              case "error-text", "error-json" -> Outcome.ERROR;
              case "execution-denied" -> Outcome.DENIED;
              default -> Nodes.isTrue(part, "preliminary") ? Outcome.PENDING : Outcome.OK;
            };
    Answer answer = Answer.of(outcome, output == null ? part.get("error") : output, "");
    turn.reply(Nodes.text(part, "toolCallId"), Nodes.text(part, "toolName"), answer);
  }

  /** A call as UI messages of version 4 have it, in a part and once more beside the parts. */
  private static Draft invocation(JsonObject call, String pointer) {
    Outcome outcome = Nodes.text(call, "state").equals("result") ? Outcome.OK : Outcome.PENDING;
    Draft draft = call(call, pointer).settle(Answer.of(outcome, call.get("result"), ""));
    if (Nodes.text(call, "state").equals("partial-call")) {
      draft.arguments = Arguments.TRUNCATED;
    }
    return draft;
  }

  private static Draft ui(JsonObject part, String pointer) {
    String type = Nodes.text(part, "type");
    String name =
        type.equals(UI_DYNAMIC) ? Nodes.text(part, "toolName") : type.substring(UI_TOOL.length());
    Outcome outcome =
        switch (Nodes.text(part, "state")) {
          case "output-available" ->
              Nodes.isTrue(part, "preliminary") ? Outcome.PENDING : Outcome.OK;
          case "output-error" -> Outcome.ERROR;
          case "output-denied" -> Outcome.DENIED;
          default -> Outcome.PENDING;
        };
    Json output = Nodes.first(part, "output", "errorText");
    return new Draft(Format.AI_SDK, pointer, name, Arguments.of(part.get("input")))
        .id(Nodes.text(part, "toolCallId"))
        .advice(ADVICE)
        .settle(Answer.of(outcome, output, ""));
  }
}
