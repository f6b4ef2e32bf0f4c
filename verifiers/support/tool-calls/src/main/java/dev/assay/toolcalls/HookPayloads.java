package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;

/**
 * What harnesses hand to hooks: Claude Code, Codex, Gemini CLI and Cursor. A call counts when its
 * end was told; one that only began is pending.
 */
final class HookPayloads implements DocumentReader {

  private static final String ADVICE = "Write hook payloads down whole.";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    switch (Nodes.text(document, "hook_event_name")) {
      case "PreToolUse" -> {
        if (document.get("tool_use_id") != null) {
          out.call(call(document, pointer).settle(new Answer(Outcome.PENDING, null, null)));
        }
      }
      case "PostToolUse", "AfterTool" ->
          out.call(call(document, pointer).settle(answer(document, "tool_response")));
      case "PostToolUseFailure" ->
          out.call(
              call(document, pointer)
                  .settle(Answer.of(Outcome.ERROR, document.get("error"), time(document))));
      case "afterMCPExecution" ->
          out.call(call(document, pointer).settle(answer(document, "result_json")));
      case "afterShellExecution" ->
          out.call(own(document, pointer, "shell", "command").kind(Kind.SHELL));
      case "afterFileEdit" -> out.call(own(document, pointer, "edit", "file_path").kind(Kind.FILE));
      default -> {
        // Prompts, stops, notifications, and what Gemini CLI tells before a tool.
      }
    }
  }

  private static Draft call(JsonObject payload, String pointer) {
    String tool = Nodes.text(payload, "tool_name");
    return base(payload, pointer, tool, Arguments.of(payload.get("tool_input")))
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
    String session = Nodes.text(payload, "session_id", "conversation_id");
    return new Draft(Format.AGENT_HOOK, pointer, tool, arguments)
        .session(session)
        .scope(session)
        .agent(Nodes.text(payload, "agent_id"))
        .advice(ADVICE);
  }

  private static Answer answer(JsonObject payload, String name) {
    Json written = payload.get(name);
    JsonObject response =
        Json.objectOf(
            written instanceof Scalar.Text(String text) ? JsonParser.parse(text) : written);
    boolean failed =
        Nodes.isTrue(response, "is_error")
            || Nodes.isTrue(response, "isError")
            || Nodes.has(response, "error");
    return Answer.of(failed ? Outcome.ERROR : Outcome.OK, payload.get(name), time(payload));
  }

  private static String time(JsonObject payload) {
    return Nodes.text(payload, "timestamp");
  }
}
