package dev.assay.toolcalls;

import dev.assay.schemas.hook.HookEvent;
import dev.assay.schemas.hook.HookWords;
import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;

/**
 * What harnesses hand to hooks: Claude Code, Codex, Gemini CLI, Copilot CLI and Cursor. A call
 * counts when its end was told; one that only began is pending.
 */
final class HookPayloads implements DocumentReader {

  private static final String ADVICE = "Write hook payloads down whole.";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    switch (event(document)) {
      case "PreToolUse" -> {
        if (document.get("tool_use_id") != null) {
          out.call(call(document, pointer).settle(new Answer(Outcome.PENDING, null, null)));
        }
      }
      case "PostToolUse", "AfterTool", "afterMCPExecution" ->
          out.call(call(document, pointer).settle(answer(document)));
      case "PostToolUseFailure" ->
          out.call(
              call(document, pointer)
                  .settle(Answer.of(Outcome.ERROR, document.get("error"), time(document))));
      case "afterShellExecution" ->
          out.call(own(document, pointer, "shell", "command").kind(Kind.SHELL));
      case "afterFileEdit" -> out.call(own(document, pointer, "edit", "file_path").kind(Kind.FILE));
      default -> {
        // Prompts, stops, notifications, and what Gemini CLI tells before a tool.
      }
    }
  }

  /** Whether {@code document} is such a payload. */
  static boolean isPayload(JsonObject document) {
    return HookEvent.named(Nodes.text(document, "hook_event_name")).isPresent()
        || document.get("sessionId") != null
            && document.get("toolName") != null
            && document.get("toolArgs") != null;
  }

  /** The event; Copilot CLI names none, but tells what came of a call once it has ended. */
  private static String event(JsonObject document) {
    String named = Nodes.text(document, "hook_event_name");
    return named.isEmpty() && document.get("toolResult") != null ? "PostToolUse" : named;
  }

  private static Draft call(JsonObject payload, String pointer) {
    String tool = Json.textOf(Nodes.first(payload, HookWords.TOOL));
    return base(payload, pointer, tool, Arguments.of(Nodes.first(payload, HookWords.INPUT)))
        .kind(Kind.ofHarness(tool))
        .id(Nodes.text(payload, "tool_use_id"));
  }

  private static Draft own(JsonObject payload, String pointer, String tool, String name) {
    Json value = payload.get(name);
    Arguments arguments =
        value == null
            ? Arguments.ABSENT
            : Arguments.parsed(JsonObject.builder().put(name, value).build());
    return base(payload, pointer, tool, arguments)
        .settle(Answer.of(Outcome.OK, payload.get("output"), time(payload)));
  }

  private static Draft base(JsonObject payload, String pointer, String tool, Arguments arguments) {
    String session = Json.textOf(Nodes.first(payload, HookWords.SESSION));
    return new Draft(Format.AGENT_HOOK, pointer, tool, arguments)
        .session(session)
        .scope(session)
        .agent(Json.textOf(Nodes.first(payload, HookWords.AGENT)))
        .advice(ADVICE);
  }

  private static Answer answer(JsonObject payload) {
    Json written = Nodes.first(payload, HookWords.ANSWER);
    JsonObject response =
        Json.objectOf(
            written instanceof Scalar.Text(String text) ? JsonParser.parse(text) : written);
    boolean failed =
        HookWords.failed(name ->
            switch (response.get(name)) {
              case JsonObject object -> object.isEmpty() ? "" : name;
              case JsonArray array -> array.size() == 0 ? "" : name;
              case null, default -> Nodes.plain(response, name);
            });
    return Answer.of(failed ? Outcome.ERROR : Outcome.OK, written, time(payload));
  }

  private static String time(JsonObject payload) {
    return Nodes.text(payload, "timestamp");
  }
}
