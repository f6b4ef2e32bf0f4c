package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonObject;

/** Exported traces of the OpenAI Agents SDK; its calls have no ids, its spans have. */
final class OpenAiAgents implements DocumentReader {

  private static final String ADVICE =
      "Leave trace_include_sensitive_data on, and export spans to a processor of your own, since"
          + " texts over 100,000 bytes are cut on their way to OpenAI.";

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    span(document, pointer, out);
    Nodes.each(document, "data", pointer, (span, at) -> span(span, at, out));
  }

  /** Whether {@code object} is a trace or a span of one. */
  static boolean isPart(JsonObject object) {
    String type = Nodes.text(object, "object");
    return type.equals("trace.span") || type.equals("trace");
  }

  private static void span(JsonObject span, String pointer, Collector out) {
    JsonObject data = Nodes.object(span, "span_data");
    if (!Nodes.text(data, "type").equals("function")) {
      return;
    }
    boolean answered = Nodes.has(data, "output");
    Outcome outcome =
        Nodes.has(span, "error")
            ? Outcome.ERROR
            : answered
                ? Outcome.OK
                : Nodes.has(span, "ended_at") ? Outcome.UNKNOWN : Outcome.PENDING;
    Draft draft =
        new Draft(
                Format.OPENAI_AGENTS,
                pointer,
                Nodes.text(data, "name"),
                Arguments.ofModel(data.get("input")))
            .session(Nodes.text(span, "trace_id"))
            .start(Nodes.text(span, "started_at"))
            .advice(ADVICE)
            .settle(Answer.of(outcome, data.get("output"), Nodes.text(span, "ended_at")));
    String id = Nodes.text(span, "id");
    draft.identity = id.isEmpty() ? null : id;
    out.call(draft);
  }
}
