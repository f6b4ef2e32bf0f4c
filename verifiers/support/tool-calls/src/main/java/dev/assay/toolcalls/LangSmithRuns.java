package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * LangSmith's runs. LangChain writes a tool's arguments as Python's repr; they are then taken from
 * the model's run that asked for the tool, by name and order within the trace.
 */
final class LangSmithRuns implements DocumentReader {

  private static final String ADVICE =
      "LangChain's tracer writes Python text: trace the model's runs too, or use @traceable tools,"
          + " and leave LANGSMITH_HIDE_INPUTS unset.";

  /** Before the place of a run without id, by which it is known. */
  private static final String NAMELESS = "\n";

  private final Map<String, Run> runs = new LinkedHashMap<>();

  /** A run: a post, and what later patches say of it. */
  private record Run(JsonObject members, String pointer) {}

  /** Whether {@code document} is a run, a list of runs, or a batch of posts and patches. */
  static boolean isPart(JsonObject document) {
    return isRun(document)
        || Nodes.any(document, "runs", LangSmithRuns::isRun)
        || Nodes.any(document, "post", LangSmithRuns::isRun)
        || Nodes.any(
            document,
            "patch",
            run ->
                run.get("id") != null
                    && (run.get("end_time") != null
                        || run.get("outputs") != null
                        || run.get("trace_id") != null));
  }

  private static boolean isRun(JsonObject run) {
    return run.get("run_type") instanceof Scalar.Text;
  }

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    if (document.get("run_type") != null) {
      merge(document, pointer, out);
    }
    for (String list : new String[] {"post", "patch", "runs"}) {
      Nodes.each(document, list, pointer, (run, at) -> merge(run, at, out));
    }
  }

  private void merge(JsonObject run, String pointer, Collector out) {
    String named = Nodes.text(run, "id");
    String id = named.isEmpty() ? NAMELESS + pointer : named;
    Run known = runs.get(id);
    if (known == null) {
      if (out.mayRemember()) {
        runs.put(id, new Run(run, pointer));
      }
      return;
    }
    JsonObject.Builder both = JsonObject.builder();
    known.members().sorted().forEach(member -> both.put(member.name(), member.value()));
    for (JsonObject.Member member : run.sorted()) {
      if (member.value() != Scalar.Null.NULL) {
        both.put(member.name(), member.value());
      }
    }
    runs.put(id, new Run(both.build(), known.pointer()));
  }

  @Override
  public void finish(Collector out) {
    Map<String, Deque<JsonObject>> asked = new HashMap<>();
    for (Run run : runs.values()) {
      if (Nodes.text(run.members(), "run_type").equals("llm")) {
        asked(run.members().get("outputs"), Nodes.text(run.members(), "trace_id"), asked);
      }
    }
    for (Map.Entry<String, Run> entry : runs.entrySet()) {
      String type = Nodes.text(entry.getValue().members(), "run_type");
      if (type.equals("tool")) {
        out.call(tool(entry.getKey(), entry.getValue(), asked));
      } else if (type.isEmpty()) {
        out.note(
            Code.ENVELOPE_UNKNOWN,
            entry.getValue().pointer(),
            "What a run is, is not told; hand in its post too.");
      }
    }
  }

  /** Finds each {@code tool_calls} entry that the model's run holds, as LangChain writes them. */
  private static void asked(
      @Nullable Json value, String trace, Map<String, Deque<JsonObject>> asked) {
    switch (value) {
      case null -> {}
      case JsonArray array -> array.forEach(element -> asked(element, trace, asked));
      case JsonObject object -> {
        for (JsonObject.Member member : object.sorted()) {
          if (!member.name().equals("tool_calls")) {
            asked(member.value(), trace, asked);
          }
        }
        Nodes.each(
            object,
            "tool_calls",
            "",
            (call, _) -> {
              if (call.get("args") instanceof JsonObject) {
                asked
                    .computeIfAbsent(
                        trace + " " + Nodes.text(call, "name"), _ -> new ArrayDeque<>())
                    .add(call);
              }
            });
      }
      case Scalar _ -> {}
    }
  }

  private static Draft tool(String id, Run run, Map<String, Deque<JsonObject>> asked) {
    JsonObject members = run.members();
    String name = Nodes.text(members, "name");
    String trace = Nodes.text(members, "trace_id");
    Deque<JsonObject> candidates = asked.get(trace + " " + name);
    JsonObject request = candidates == null ? null : candidates.pollFirst();
    Arguments arguments = arguments(members.get("inputs"));
    if (arguments.state() != ParamsState.PARSED && request != null) {
      arguments = Arguments.of(request.get("args"));
    }
    Draft draft =
        new Draft(Format.LANGSMITH, run.pointer(), name, arguments)
            .id(request == null ? "" : Nodes.text(request, "id"))
            .session(trace)
            .start(time(members, "start_time"))
            .advice(ADVICE)
            .settle(answer(members));
    draft.identity = id.startsWith(NAMELESS) ? null : id;
    return draft;
  }

  /** The arguments of a tool in a run's inputs: those themselves, or under the one name input. */
  static Arguments arguments(@Nullable Json inputs) {
    if (!(inputs instanceof JsonObject object)) {
      return Arguments.of(inputs);
    }
    Json input = object.get("input");
    boolean wrapped = input != null && object.sorted().size() == 1;
    return wrapped ? Arguments.of(input) : Arguments.parsed(object);
  }

  private static Answer answer(JsonObject run) {
    boolean answered = Nodes.has(run, "outputs");
    Outcome outcome =
        Nodes.has(run, "error")
            ? Outcome.ERROR
            : answered
                ? Outcome.OK
                : Nodes.has(run, "end_time") ? Outcome.UNKNOWN : Outcome.PENDING;
    Json outputs = run.get("outputs");
    Json output = Json.objectOf(outputs).get("output");
    return Answer.of(outcome, output == null ? outputs : output, time(run, "end_time"));
  }

  /** Python writes ISO 8601, JavaScript milliseconds. */
  private static String time(JsonObject run, String name) {
    return run.get(name) instanceof Scalar.Int(long millis)
        ? Instant.ofEpochMilli(millis).toString()
        : Nodes.text(run, name);
  }
}
