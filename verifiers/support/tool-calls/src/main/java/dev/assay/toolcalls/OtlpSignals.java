package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.OtlpAlias.Signal;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.Turn.Reply;
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

  private static final String ERROR = "2";
  private static final String OK = "1";
  private static final List<String> SESSIONS =
      List.of("gen_ai.conversation.id", "conversation.id", "session.id");
  private static final List<String> AGENTS = List.of("gen_ai.agent.name", "agent_id");
  private static final Set<String> MESSAGE_EVENTS =
      Set.of("gen_ai.choice", "gen_ai.assistant.message", "gen_ai.tool.message");

  private final Map<String, Span> spans = new HashMap<>();
  private final List<Inner> inner = new ArrayList<>();

  /** A span's place in its trace. */
  private record Span(String parent, boolean tool) {}

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
    if (out.mayRemember()) {
      spans.put(trace + id, new Span(parent, alias != null));
    }
    if (alias == null) {
      messages(attributes, trace, pointer, out);
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
    if (mcp && out.mayRemember()) {
      inner.add(new Inner(trace, parent, draft));
    } else {
      out.call(draft);
    }
  }

  @Override
  public void finish(Collector out) {
    for (Inner call : inner) {
      if (!liesInTool(call)) {
        out.call(call.draft());
      }
    }
  }

  private boolean liesInTool(Inner call) {
    int steps = 0;
    Span span = spans.get(call.trace() + call.parent());
    while (span != null && steps++ < spans.size()) {
      if (span.tool()) {
        return true;
      }
      span = spans.get(call.trace() + span.parent());
    }
    return false;
  }

  private static void log(JsonObject log, String pointer, Collector out) {
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
    if (MESSAGE_EVENTS.contains(name)) {
      event(name, Json.objectOf(body), trace, pointer, out);
      return;
    }
    Signal signal = new Signal(name, attributes, true);
    OtlpAlias alias = OtlpAlias.of(signal).orElse(null);
    if (alias == null) {
      messages(attributes, trace, pointer, out);
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
    draft.settle(Answer.of(outcome, OtlpAlias.first(attributes, alias.results()), time));
    draft.scope = trace.isEmpty() && draft.session != null ? draft.session : trace;
    out.call(draft);
  }

  private static Draft draft(OtlpAlias alias, Signal signal, String pointer, JsonObject record) {
    JsonObject attributes = signal.attributes();
    String name = Json.textOf(OtlpAlias.first(attributes, alias.names()));
    String tool = name.isEmpty() ? signal.name() : name;
    Arguments arguments = arguments(OtlpAlias.first(attributes, alias.arguments()));
    boolean dropped = !Set.of("", "0").contains(Nodes.plain(record, "droppedAttributesCount"));
    if (arguments.state() == ParamsState.ABSENT && dropped) {
      arguments = Arguments.TRUNCATED;
    }
    return new Draft(Format.OTLP, pointer, tool, arguments)
        .id(Json.textOf(OtlpAlias.first(attributes, alias.ids())))
        .kind(alias.harness() ? Kind.ofHarness(tool) : Kind.TOOL)
        .session(Json.textOf(OtlpAlias.first(attributes, SESSIONS)))
        .agent(Json.textOf(OtlpAlias.first(attributes, AGENTS)))
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
    Json result = OtlpAlias.first(attributes, alias.results());
    String code = Nodes.plain(Nodes.object(span, "status"), "code");
    Outcome outcome =
        code.equals(ERROR) || Nodes.has(attributes, "error.type") || saysError(result)
            ? Outcome.ERROR
            : result != null || code.equals(OK) ? Outcome.OK : Outcome.UNKNOWN;
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

  /**
   * Requests for tools inside the messages of a model's span; those without id may be told twice.
   */
  private static void messages(JsonObject attributes, String trace, String pointer, Collector out) {
    for (String key : new String[] {"gen_ai.input.messages", "gen_ai.output.messages"}) {
      Json value = attributes.get(key);
      if (value instanceof Scalar.Text(String text)) {
        value = JsonParser.parse(text);
      }
      for (JsonObject message : Json.objectsOf(value)) {
        for (JsonObject part : Json.objectsOf(message.get("parts"))) {
          part(part, trace, pointer, out);
        }
      }
    }
  }

  private static void part(JsonObject part, String trace, String pointer, Collector out) {
    String id = Nodes.text(part, "id");
    String type = Nodes.text(part, "type");
    if (id.isEmpty()) {
      return;
    }
    if (type.equals("tool_call")) {
      out.call(
          new Draft(
                  Format.OTLP,
                  pointer,
                  Nodes.text(part, "name"),
                  Arguments.of(part.get("arguments")))
              .id(id)
              .advice(OtlpAlias.SEMCONV_ADVICE)
              .scope(trace));
    } else if (type.equals("tool_call_response")) {
      Json response = Nodes.first(part, "response", "result");
      out.answer(trace, id, Answer.of(Outcome.UNKNOWN, response, ""));
    }
  }

  /** The events of the conventions before 1.37, one for each message. */
  private static void event(
      String name, JsonObject body, String trace, String pointer, Collector out) {
    if (name.equals("gen_ai.tool.message")) {
      Answer answer = Answer.of(Outcome.UNKNOWN, body.get("content"), "");
      out.answer(trace, Nodes.text(body, "id"), answer);
      return;
    }
    Turn turn = Turn.history(false);
    JsonObject message = Nodes.object(body, "message");
    OpenAiChat.message(message.isEmpty() ? body : message, pointer, turn);
    turn.calls().stream()
        .filter(call -> call.callId != null)
        .forEach(call -> out.call(call.scope(trace)));
    for (Reply reply : turn.replies()) {
      out.answer(trace, reply.id(), reply.answer());
    }
  }

  /** Ids are hexadecimal in any case. */
  private static String hex(JsonObject object, String name) {
    return Nodes.text(object, name).toLowerCase(Locale.ROOT);
  }
}
