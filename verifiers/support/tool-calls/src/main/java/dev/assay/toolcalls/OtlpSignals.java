package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.OtlpAlias.Signal;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Spans and log records of OTLP JSON. Tool calls are told by attributes, never by span names alone;
 * one call that its caller, its MCP client and its MCP server each record is one call.
 */
final class OtlpSignals implements DocumentReader {

  /** A status by its number, as OTLP wants it, and by the name that some exporters write. */
  private static final Set<String> ERROR = Set.of("2", "STATUS_CODE_ERROR");

  private static final Set<String> OK = Set.of("1", "STATUS_CODE_OK");
  private static final List<String> SESSIONS =
      List.of("gen_ai.conversation.id", "conversation.id", "session.id");
  private static final List<String> AGENTS = List.of("gen_ai.agent.name", "agent_id");
  private static final String OPERATION = "gen_ai.operation.name";
  private static final String AGENT = "invoke_agent";

  private final Map<String, Span> spans = new HashMap<>();
  private final List<Inner> inner = new ArrayList<>();
  private final OtlpRequests requests = new OtlpRequests();

  /**
   * A span's place in its trace.
   *
   * @param agent whether it runs an agent, whose calls are its own
   * @param tool the call that it records
   * @param mcp whether a span around it may record the same call
   */
  private record Span(String parent, boolean agent, @Nullable Draft tool, boolean mcp) {}

  /** A call that MCP recorded, which a span around it may record too. */
  private record Inner(String trace, String parent, Draft draft) {}

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    Nodes.each(
        document,
        "resourceSpans",
        pointer,
        (resource, at) ->
            Nodes.each(
                resource,
                "scopeSpans",
                at,
                (scope, in) ->
                    Nodes.each(scope, "spans", in, (span, place) -> span(span, place, out))));
    Nodes.each(
        document,
        "resourceLogs",
        pointer,
        (resource, at) ->
            Nodes.each(
                resource,
                "scopeLogs",
                at,
                (scope, in) ->
                    Nodes.each(scope, "logRecords", in, (log, place) -> log(log, place, out))));
  }

  private void span(JsonObject span, String pointer, Collector out) {
    JsonObject attributes = withEvents(span);
    Signal signal = new Signal(Nodes.text(span, "name"), attributes, false);
    OtlpAlias alias = OtlpAlias.of(signal).orElse(null);
    String trace = hex(span, "traceId");
    String id = hex(span, "spanId");
    String parent = hex(span, "parentSpanId");
    if (alias == null) {
      boolean again = !id.isEmpty() && spans.containsKey(trace + id);
      if (out.mayRemember()) {
        spans.put(trace + id, new Span(parent, isAgent(signal), null, false));
      }
      requests.messages(attributes, trace, pointer, again, out);
      return;
    }
    Draft draft =
        draft(alias, signal, pointer, span)
            .start(Nodes.nanos(Nodes.plain(span, "startTimeUnixNano")))
            .settle(spanAnswer(span, attributes, alias));
    draft.scope = trace;
    if (draft.identity == null && !id.isEmpty()) {
      draft.identity = id + " span";
    }
    boolean mcp = attributes.get("mcp.method.name") != null && draft.callId == null;
    boolean remembered = out.mayRemember();
    if (remembered) {
      spans.put(trace + id, new Span(parent, false, draft, mcp));
    }
    if (mcp && remembered) {
      inner.add(new Inner(trace, parent, draft));
    } else {
      call(draft, out);
    }
  }

  private void call(Draft draft, Collector out) {
    out.call(draft);
    requests.ran(draft);
  }

  private static boolean isAgent(Signal span) {
    return span.has(OPERATION, AGENT)
        || span.has("openinference.span.kind", "AGENT")
        || span.has("traceloop.span.kind", "agent")
        || span.name().equals(AGENT)
        || span.name().startsWith(AGENT + " ");
  }

  @Override
  public void finish(Collector out) {
    for (Inner call : inner) {
      Draft outer = around(call);
      if (outer == null) {
        call(call.draft(), out);
      } else {
        call.draft().identity = outer.identity;
        out.call(call.draft());
      }
    }
    requests.finish(out);
  }

  /** The call of which {@code call} is another record: the nearest tool around it, or none. */
  private @Nullable Draft around(Inner call) {
    Draft outer = null;
    int steps = 0;
    Span span = spans.get(call.trace() + call.parent());
    while (span != null && !span.agent() && steps++ < spans.size()) {
      Draft tool = span.tool();
      if (tool != null) {
        if (!isSame(tool, call.draft())) {
          return outer;
        }
        outer = tool;
        if (!span.mcp()) {
          return outer;
        }
      }
      span = spans.get(call.trace() + span.parent());
    }
    return outer;
  }

  /** Whether two records may be of one call: one name, and no other arguments. */
  private static boolean isSame(Draft outer, Draft inner) {
    boolean told =
        outer.arguments.state() == ParamsState.PARSED
            && inner.arguments.state() == ParamsState.PARSED;
    return outer != inner
        && outer.identity != null
        && ToolCall.bareName(outer.tool).equals(ToolCall.bareName(inner.tool))
        && (!told || outer.arguments.sameAs(inner.arguments));
  }

  private void log(JsonObject log, String pointer, Collector out) {
    JsonObject attributes = OtlpAttributes.of(log.get("attributes"));
    Json body = OtlpAttributes.value(Nodes.object(log, "body"));
    String name = Nodes.text(log, "eventName");
    if (name.isEmpty()) {
      name = Nodes.text(attributes, "event.name");
    }
    if (name.isEmpty()) {
      name = Json.textOf(body);
    }
    String trace = hex(log, "traceId");
    if (OtlpRequests.isEvent(name)) {
      requests.event(name, name.equals(Json.textOf(body)) ? null : body, trace, pointer, out);
      return;
    }
    Signal signal = new Signal(name, attributes, true);
    OtlpAlias alias = OtlpAlias.of(signal).orElse(null);
    if (alias == null) {
      requests.messages(attributes, trace, pointer, false, out);
      return;
    }
    String time = Nodes.nanos(Nodes.plain(log, "timeUnixNano"));
    if (time.isEmpty()) {
      time = Nodes.nanos(Nodes.plain(log, "observedTimeUnixNano"));
    }
    if (time.isEmpty()) {
      time = Nodes.text(attributes, "event.timestamp");
    }
    Outcome outcome =
        switch (Nodes.plain(attributes, "success")) {
          case "true" -> Outcome.OK;
          case "false" -> Outcome.ERROR;
          default -> Nodes.has(attributes, "error") ? Outcome.ERROR : Outcome.UNKNOWN;
        };
    if (Set.of("reject", "denied").contains(Nodes.text(attributes, "decision"))) {
      outcome = Outcome.DENIED;
    }
    Draft draft = draft(alias, signal, pointer, log);
    draft.settle(Answer.of(outcome, Nodes.first(attributes, alias.results()), time));
    draft.scope = trace.isEmpty() && draft.session != null ? draft.session : trace;
    out.call(draft);
  }

  private static Draft draft(OtlpAlias alias, Signal signal, String pointer, JsonObject record) {
    JsonObject attributes = signal.attributes();
    String name = Json.textOf(Nodes.first(attributes, alias.names()));
    String tool = name.isEmpty() ? OtlpAlias.nameIn(signal) : name;
    Arguments arguments = arguments(Nodes.first(attributes, alias.arguments()));
    boolean dropped = !Set.of("", "0").contains(Nodes.plain(record, "droppedAttributesCount"));
    if (signal.has("langsmith.span.kind") && arguments.state() == ParamsState.PARSED) {
      arguments = LangSmithRuns.arguments(arguments.params());
    }
    if (signal.has("traceloop.span.kind") && arguments.state() == ParamsState.PARSED) {
      arguments = OpenLlmetry.arguments(arguments.params());
    }
    if (arguments.state() == ParamsState.ABSENT && dropped) {
      arguments = Arguments.TRUNCATED;
    }
    return new Draft(Format.OTLP, pointer, tool, arguments)
        .id(Json.textOf(Nodes.first(attributes, alias.ids())))
        .kind(alias.harness() ? Kind.ofHarness(tool) : Kind.TOOL)
        .session(Json.textOf(Nodes.first(attributes, SESSIONS)))
        .agent(Json.textOf(Nodes.first(attributes, AGENTS)))
        .advice(alias.advice());
  }

  /** Arguments as an object, as JSON, or inside the message or record that asked for the tool. */
  private static Arguments arguments(@Nullable Json value) {
    Json read = value;
    if (value instanceof Scalar.Text(String text) && text.strip().startsWith("[")) {
      read = JsonParser.parse(text.strip());
    }
    if (read instanceof JsonArray messages) {
      for (JsonObject message : Json.objectsOf(messages)) {
        for (JsonObject part : Json.objectsOf(message.get("parts"))) {
          if (Nodes.text(part, "type").equals("tool_call")) {
            return Arguments.of(part.get("arguments"));
          }
        }
      }
      return Arguments.UNPARSABLE;
    }
    return Arguments.of(value);
  }

  private static Answer spanAnswer(JsonObject span, JsonObject attributes, OtlpAlias alias) {
    Json result = Nodes.first(attributes, alias.results());
    String code = Nodes.plain(Nodes.object(span, "status"), "code");
    Outcome outcome =
        ERROR.contains(code) || Nodes.has(attributes, "error.type") || saysError(result)
            ? Outcome.ERROR
            : result != null || OK.contains(code) ? Outcome.OK : Outcome.UNKNOWN;
    return Answer.of(outcome, result, Nodes.nanos(Nodes.plain(span, "endTimeUnixNano")));
  }

  private static boolean saysError(@Nullable Json result) {
    Json read =
        result instanceof Scalar.Text(String text) && text.startsWith("{")
            ? JsonParser.parse(text)
            : result;
    return read instanceof JsonObject object && Nodes.isTrue(object, "isError");
  }

  /** The span's attributes, and those that only its events hold. */
  private static JsonObject withEvents(JsonObject span) {
    JsonObject own = OtlpAttributes.of(span.get("attributes"));
    if (!Nodes.text(span, "name").equals("claude_code.tool")) {
      return own;
    }
    JsonObject.Builder all = JsonObject.builder();
    for (JsonObject event : Json.objectsOf(span.get("events"))) {
      OtlpAttributes.of(event.get("attributes"))
          .sorted()
          .forEach(m -> all.put(m.name(), m.value()));
    }
    own.sorted().forEach(member -> all.put(member.name(), member.value()));
    return all.build();
  }

  /** Ids are hexadecimal in any case. */
  private static String hex(JsonObject object, String name) {
    return Nodes.text(object, name).toLowerCase(Locale.ROOT);
  }
}
