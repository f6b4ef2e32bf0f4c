package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON-RPC of the Model Context Protocol, one connection a file. Only {@code tools/call} asks for a
 * tool; a call that is asked for again with what an {@code input_required} answer gave is one call.
 */
final class McpMessages implements DocumentReader {

  private static final String ADVICE = "Capture requests with params.arguments.";

  /** The id of the call that waits for a request with this state. */
  private final Map<String, String> waiting = new HashMap<>();

  /** The id of the call that became a task, by the task's id. */
  private final Map<String, String> tasks = new HashMap<>();

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (Nodes.text(document, "method").equals("notifications/cancelled")) {
      Json cancelled = Nodes.object(document, "params").get("requestId");
      if (cancelled != null) {
        out.answer("", JsonText.stable(cancelled), new Answer(Outcome.PENDING, null, null));
      }
      return;
    }
    Json id = document.get("id");
    if (id == null) {
      return;
    }
    String key = JsonText.stable(id);
    if (Nodes.text(document, "method").equals("tools/call")) {
      request(Nodes.object(document, "params"), key, Nodes.plain(document, "id"), pointer, out);
    } else if (Nodes.text(document, "method").equals("tasks/result")) {
      String first = tasks.get(Nodes.text(Nodes.object(document, "params"), "taskId"));
      if (first != null) {
        out.alias("", first, key);
      }
    } else if (document.get("error") instanceof JsonObject error) {
      out.answer("", key, Answer.of(Outcome.ERROR, error, ""));
    } else if (document.get("result") instanceof JsonObject result) {
      result(result, key, out);
    }
  }

  private void request(JsonObject params, String key, String shown, String pointer, Collector out) {
    String first = state(params) == null ? null : waiting.get(state(params));
    if (first != null) {
      out.alias("", first, key);
      return;
    }
    Arguments arguments =
        params.get("arguments") == null
            ? Arguments.parsed(JsonObject.empty())
            : Arguments.of(params.get("arguments"));
    Draft draft =
        new Draft(Format.MCP, pointer, Nodes.text(params, "name"), arguments)
            .id(shown)
            .advice(ADVICE);
    draft.identity = key;
    out.call(draft);
  }

  private void result(JsonObject result, String key, Collector out) {
    String type = Nodes.text(result, "resultType");
    if (type.equals("input_required")) {
      String state = state(result);
      if (state != null && out.mayRemember()) {
        waiting.put(state, key);
      }
      out.answer("", key, new Answer(Outcome.PENDING, null, null));
    } else if (type.equals("task") || result.get("task") != null) {
      JsonObject task = result.get("task") == null ? result : Nodes.object(result, "task");
      if (out.mayRemember()) {
        tasks.put(Nodes.text(task, "taskId"), key);
      }
      out.answer("", key, new Answer(Outcome.PENDING, null, null));
    } else if (isOfTool(result)) {
      Outcome outcome = Nodes.isTrue(result, "isError") ? Outcome.ERROR : Outcome.OK;
      out.answer("", key, Answer.of(outcome, result, ""));
    }
  }

  /** A client's answer of its model has content too, under an id that may be a call's as well. */
  private static boolean isOfTool(JsonObject result) {
    return (result.get("content") != null || result.get("structuredContent") != null)
        && result.get("model") == null;
  }

  private static @Nullable String state(JsonObject object) {
    Json state = object.get("requestState");
    return state == null ? null : JsonText.stable(state);
  }
}
