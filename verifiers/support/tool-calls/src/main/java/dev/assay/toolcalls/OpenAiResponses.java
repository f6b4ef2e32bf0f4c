package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.Set;

/** The Responses API: responses, requests with their input items, single items. */
final class OpenAiResponses implements DocumentReader {

  private static final String ADVICE =
      "Capture whole responses with the arguments of each item, and raise max_output_tokens where"
          + " a status is incomplete.";
  private static final Set<String> CALLS =
      Set.of(
          "function_call",
          "custom_tool_call",
          "mcp_call",
          "shell_call",
          "local_shell_call",
          "apply_patch_call");
  private static final String ANSWER_ENDING = "_output";

  /** Items that ask for nothing here: what the provider does by itself, and what it thinks. */
  private static final Set<String> OTHERS =
      Set.of(
          "reasoning",
          "web_search_call",
          "file_search_call",
          "code_interpreter_call",
          "image_generation_call",
          "computer_call",
          "computer_call_output",
          "mcp_list_tools",
          "mcp_approval_request",
          "mcp_approval_response",
          "item_reference");

  private final Format format;

  OpenAiResponses(Format format) {
    this.format = format;
  }

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (isItem(document) || isOtherItem(document)) {
      Turn single = Turn.history(false);
      item(document, pointer, single);
      out.turn(single);
      return;
    }
    if (document.get("input") instanceof JsonArray) {
      Turn history = Turn.history(true);
      Nodes.each(document, "input", pointer, (i, at) -> item(i, at, history));
      out.turn(history);
    }
    Turn response = Turn.history(false);
    Nodes.each(document, "output", pointer, (i, at) -> item(i, at, response));
    if (Nodes.text(document, "status").equals("incomplete")) {
      response.cutLast();
    }
    String session = Nodes.text(Nodes.object(document, "conversation"), "id");
    response.calls().forEach(call -> call.session(session));
    out.turn(response);
  }

  /** Whether {@code item} asks for a tool or answers one. */
  static boolean isItem(JsonObject item) {
    String type = Nodes.text(item, "type");
    return CALLS.contains(type)
        || type.endsWith(ANSWER_ENDING)
            && CALLS.contains(type.substring(0, type.length() - ANSWER_ENDING.length()));
  }

  /** Whether {@code item} is one that neither asks for a tool nor answers one. */
  static boolean isOtherItem(JsonObject item) {
    return item.get("id") != null && OTHERS.contains(Nodes.text(item, "type"));
  }

  void item(JsonObject item, String pointer, Turn turn) {
    switch (Nodes.text(item, "type")) {
      case "function_call" ->
          turn.call(
              named(item, pointer, Arguments.ofModel(item.get("arguments")))
                  .id(Nodes.text(item, "call_id")));
      case "custom_tool_call" -> {
        Kind kind = kind(Nodes.text(item, "name"));
        Arguments arguments =
            kind == Kind.TOOL
                ? Arguments.of(item.get("input"))
                : Arguments.ofText(item.get("input"));
        turn.call(named(item, pointer, arguments).id(Nodes.text(item, "call_id")));
      }
      case "mcp_call" -> turn.call(mcp(item, pointer));
      case "shell_call", "local_shell_call" ->
          turn.call(own(item, pointer, Kind.SHELL, Arguments.of(item.get("action"))));
      case "apply_patch_call" ->
          turn.call(own(item, pointer, Kind.FILE, Arguments.of(item.get("operation"))));
      case "shell_call_output" -> reply(item, turn, shellOutcome(item));
      case "apply_patch_call_output" ->
          reply(
              item, turn, Nodes.text(item, "status").equals("failed") ? Outcome.ERROR : Outcome.OK);
      case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
          reply(item, turn, isRefused(item) ? Outcome.ERROR : Outcome.UNKNOWN);
      default -> {
        // Messages, reasoning and what the provider searches for ask for nothing here.
      }
    }
  }

  private static void reply(JsonObject item, Turn turn, Outcome outcome) {
    turn.reply(Nodes.text(item, "call_id"), "", Answer.of(outcome, item.get("output"), ""));
  }

  /** Codex wrote an output as an object once, which says whether the tool succeeded. */
  private static boolean isRefused(JsonObject item) {
    return Nodes.object(item, "output").get("success") == Scalar.Bool.FALSE;
  }

  private static Outcome shellOutcome(JsonObject item) {
    boolean failed =
        Nodes.any(
            item,
            "output",
            part -> {
              JsonObject outcome = Nodes.object(part, "outcome");
              return Nodes.text(outcome, "type").equals("timeout")
                  || !Set.of("", "0").contains(Nodes.plain(outcome, "exit_code"));
            });
    return failed ? Outcome.ERROR : Outcome.OK;
  }

  private Draft mcp(JsonObject item, String pointer) {
    boolean failed = Nodes.has(item, "error") || Nodes.text(item, "status").equals("failed");
    Outcome outcome =
        failed ? Outcome.ERROR : Nodes.has(item, "output") ? Outcome.OK : Outcome.UNKNOWN;
    return named(item, pointer, Arguments.ofModel(item.get("arguments")))
        .id(Nodes.text(item, "id"))
        .settle(Answer.of(outcome, item.get("output"), ""));
  }

  private Draft named(JsonObject item, String pointer, Arguments arguments) {
    String name = Nodes.text(item, "name");
    return pendingOrCut(item, new Draft(format, pointer, name, arguments).kind(kind(name)));
  }

  private Draft own(JsonObject item, String pointer, Kind kind, Arguments arguments) {
    String type = Nodes.text(item, "type");
    String name = type.substring(0, type.length() - "_call".length());
    return pendingOrCut(item, new Draft(format, pointer, name, arguments).kind(kind))
        .id(Nodes.text(item, "call_id", "id"));
  }

  private static Draft pendingOrCut(JsonObject item, Draft draft) {
    switch (Nodes.text(item, "status")) {
      case "incomplete" -> draft.arguments = Arguments.TRUNCATED;
      case "in_progress", "calling" -> draft.settle(new Answer(Outcome.PENDING, null, null));
      default -> {
        // Completed, or a failure that the answer tells.
      }
    }
    return draft.advice(ADVICE);
  }

  /** Codex offers its own tools as functions; elsewhere a name is the application's. */
  private Kind kind(String name) {
    return format == Format.OPENAI_RESPONSES ? Kind.TOOL : Kind.ofHarness(name);
  }
}
