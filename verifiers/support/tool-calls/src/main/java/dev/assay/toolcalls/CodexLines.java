package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import java.util.Set;

/**
 * Codex: rollout files, and what {@code codex exec --json} prints. A rollout has each result twice;
 * the one with an exit code says more.
 */
final class CodexLines {

  private static final String ADVICE = "Hand in the whole rollout file of the session.";
  private static final Set<String> ZERO = Set.of("", "0");

  private CodexLines() {}

  private static Outcome ended(JsonObject item, String failedStatus) {
    String status = Nodes.text(item, "status");
    if (status.equals("declined")) {
      return Outcome.DENIED;
    }
    if (status.equals("in_progress")) {
      return Outcome.PENDING;
    }
    boolean failed =
        status.equals(failedStatus)
            || Nodes.has(item, "error")
            || !ZERO.contains(Nodes.plain(item, "exit_code"));
    return failed ? Outcome.ERROR : Outcome.OK;
  }

  /** {@code rollout-*.jsonl}. */
  static final class Rollout implements DocumentReader {

    private final OpenAiResponses items = new OpenAiResponses(Format.CODEX_ROLLOUT);
    private String session = "";

    @Override
    public void read(JsonObject document, String pointer, Collector out) {
      JsonObject payload = Nodes.object(document, "payload");
      String time = Nodes.text(document, "timestamp");
      switch (Nodes.text(document, "type")) {
        case "session_meta" -> session = Nodes.text(payload, "id");
        case "response_item" -> {
          Turn turn = Turn.history(false);
          items.item(payload, pointer + "/payload", turn);
          turn.calls().forEach(call -> call.session(session).start(time).advice(ADVICE));
          out.turn(turn);
        }
        case "event_msg" -> event(payload, time, out);
        default -> {
          // Turn contexts and compactions.
        }
      }
    }

    private static void event(JsonObject payload, String time, Collector out) {
      String id = Nodes.text(payload, "call_id");
      switch (Nodes.text(payload, "type")) {
        case "exec_command_end" ->
            out.answer(
                "",
                id,
                Answer.of(ended(payload, "failed"), payload.get("aggregated_output"), time));
        case "patch_apply_end" ->
            out.answer(
                "",
                id,
                new Answer(
                    Nodes.isTrue(payload, "success") ? Outcome.OK : Outcome.ERROR, null, time));
        case "mcp_tool_call_end" -> {
          JsonObject result = Nodes.object(payload, "result");
          JsonObject told = Nodes.object(result, "Ok");
          boolean failed =
              result.get("Err") != null
                  || Nodes.isTrue(told, "is_error")
                  || Nodes.isTrue(told, "isError");
          out.answer("", id, new Answer(failed ? Outcome.ERROR : Outcome.OK, null, time));
        }
        default -> {
          // Messages and token counts.
        }
      }
    }
  }

  /** {@code codex exec --json}. */
  static final class Exec implements DocumentReader {

    private String session = "";

    @Override
    public void read(JsonObject document, String pointer, Collector out) {
      if (Nodes.text(document, "type").equals("thread.started")) {
        session = Nodes.text(document, "thread_id");
      }
      JsonObject item = Nodes.object(document, "item");
      String at = pointer + "/item";
      switch (Nodes.text(item, "type", "item_type")) {
        case "mcp_tool_call" ->
            out.call(call(item, at, Nodes.text(item, "tool"), Arguments.of(item.get("arguments"))));
        case "command_execution" ->
            out.call(call(item, at, "shell", with(item, "command")).kind(Kind.SHELL));
        case "file_change" ->
            out.call(call(item, at, "apply_patch", with(item, "changes")).kind(Kind.FILE));
        default -> {
          // Messages, reasoning, plans, searches.
        }
      }
    }

    private static Arguments with(JsonObject item, String name) {
      Json value = item.get(name);
      return value == null
          ? Arguments.ABSENT
          : Arguments.parsed(JsonObject.builder().put(name, value).build());
    }

    private Draft call(JsonObject item, String pointer, String tool, Arguments arguments) {
      Draft draft =
          new Draft(Format.CODEX_EXEC, pointer, tool, arguments)
              .session(session)
              .advice(ADVICE)
              .settle(
                  Answer.of(
                      ended(item, "failed"), Nodes.first(item, "result", "aggregated_output"), ""));
      draft.identity = Nodes.text(item, "id");
      return draft;
    }
  }
}
