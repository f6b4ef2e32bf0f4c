package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.Turn.Reply;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What models asked for, by the messages that OTLP carries. A request without id counts as often as
 * some record shows it at once, and is the call of a span of its name where there is one; so is one
 * with an id that no span has.
 */
final class OtlpRequests {

  private static final String INPUT = "gen_ai.input.messages";
  private static final String OUTPUT = "gen_ai.output.messages";
  private static final String CHOICE = "gen_ai.choice";
  private static final String TOOL_MESSAGE = "gen_ai.tool.message";
  private static final Set<String> EVENTS =
      Set.of(CHOICE, "gen_ai.assistant.message", TOOL_MESSAGE);

  private final Map<List<String>, List<Draft>> nameless = new LinkedHashMap<>();
  private final Map<List<String>, Draft> named = new LinkedHashMap<>();
  private final Map<List<String>, Draft> ran = new LinkedHashMap<>();

  static boolean isEvent(String name) {
    return EVENTS.contains(name);
  }

  /** Takes a call that a span recorded. */
  void ran(Draft draft) {
    if (draft.identity != null) {
      ran.putIfAbsent(List.of(draft.scope, draft.identity), draft);
    }
  }

  /**
   * Reads the messages of a model's span or log record.
   *
   * @param again whether the record was read before
   */
  void messages(JsonObject attributes, String trace, String pointer, boolean again, Collector out) {
    List<Draft> asked = new ArrayList<>();
    for (String key : new String[] {INPUT, OUTPUT}) {
      Json value = written(attributes.get(key), pointer, out);
      for (JsonObject message : Json.objectsOf(value)) {
        for (JsonObject part : Json.objectsOf(message.get("parts"))) {
          part(part, trace, pointer, asked, out);
        }
      }
    }
    FlatMessages flat = FlatMessages.of(attributes);
    for (FlatMessages.Call call : flat.calls()) {
      request(call.id(), call.tool(), call.arguments(), trace, pointer, asked, out);
    }
    flat.answers().forEach((id, answer) -> out.answer(trace, id, answer));
    remember(asked, again || flat.history() || Nodes.has(attributes, INPUT), out);
  }

  /** {@code value}, which may be a text that holds it; what is cut is told. */
  private static @Nullable Json written(@Nullable Json value, String pointer, Collector out) {
    if (!(value instanceof Scalar.Text(String text)) || text.isBlank()) {
      return value;
    }
    Json read = JsonParser.parse(text);
    if (read instanceof JsonArray || read instanceof JsonObject) {
      return read;
    }
    boolean begins = text.stripLeading().startsWith("[") || text.stripLeading().startsWith("{");
    out.note(
        begins ? Code.PARAMS_TRUNCATED : Code.PARAMS_UNPARSABLE,
        pointer,
        (begins
                ? "The messages of a model were cut; what it asked for is not known. "
                : "The messages of a model are no JSON; what it asked for is not known. ")
            + OtlpAlias.SEMCONV_ADVICE);
    return null;
  }

  private void part(
      JsonObject part, String trace, String pointer, List<Draft> asked, Collector out) {
    String id = Nodes.text(part, "id");
    String type = Nodes.text(part, "type");
    if (type.equals("tool_call")) {
      Arguments arguments = Arguments.of(part.get("arguments"));
      request(id, Nodes.text(part, "name"), arguments, trace, pointer, asked, out);
    } else if (type.equals("tool_call_response") && !id.isEmpty()) {
      Json response = Nodes.first(part, "response", "result");
      out.answer(trace, id, Answer.of(Outcome.UNKNOWN, response, ""));
    }
  }

  private void request(
      String id,
      String tool,
      Arguments arguments,
      String trace,
      String pointer,
      List<Draft> asked,
      Collector out) {
    Draft draft =
        new Draft(Format.OTLP, pointer, tool, arguments)
            .id(id)
            .advice(OtlpAlias.SEMCONV_ADVICE)
            .scope(trace);
    if (id.isEmpty()) {
      asked.add(draft);
    } else {
      name(id, draft, out);
    }
  }

  /** Keeps a request with an id, once for each writing of it. */
  private void name(String id, Draft draft, Collector out) {
    List<String> key = new ArrayList<>(writing(draft));
    key.add(id);
    if (!named.containsKey(key) && out.mayRemember()) {
      named.put(key, draft);
    }
  }

  /** Reads an event of the conventions before 1.37, which wrote one for each message. */
  void event(String name, @Nullable Json written, String trace, String pointer, Collector out) {
    JsonObject body = Json.objectOf(written(written, pointer, out));
    if (name.equals(TOOL_MESSAGE)) {
      Answer answer = Answer.of(Outcome.UNKNOWN, body.get("content"), "");
      out.answer(trace, Nodes.text(body, "id"), answer);
      return;
    }
    Turn turn = Turn.history(false);
    JsonObject message = Nodes.object(body, "message");
    OpenAiChat.message(message.isEmpty() ? body : message, pointer, turn);
    List<Draft> asked = new ArrayList<>();
    for (Draft call : turn.calls()) {
      call.scope(trace);
      if (call.identity == null) {
        asked.add(call);
      } else {
        name(call.identity, call, out);
      }
    }
    remember(asked, !name.equals(CHOICE), out);
    for (Reply reply : turn.replies()) {
      out.answer(trace, reply.id(), reply.answer());
    }
  }

  /**
   * Keeps requests without id.
   *
   * @param history whether they repeat earlier ones of their trace
   */
  private void remember(List<Draft> asked, boolean history, Collector out) {
    Map<List<String>, Integer> seen = new HashMap<>();
    for (Draft draft : asked) {
      List<String> what = writing(draft);
      List<Draft> known = nameless.computeIfAbsent(what, _ -> new ArrayList<>());
      int times = seen.merge(what, 1, Integer::sum);
      if ((!history || times > known.size()) && out.mayRemember()) {
        known.add(draft);
      }
    }
  }

  /** Gives the requests: those that ran to their span's call, the others as calls. */
  void finish(Collector out) {
    Set<Draft> taken = new HashSet<>();
    finishNamed(taken, out);
    Map<List<String>, Deque<Draft>> byWriting = ran(_ -> true, OtlpRequests::writing);
    Map<List<String>, Deque<Draft>> byName = ran(_ -> true, OtlpRequests::name);
    List<Draft> others = new ArrayList<>();
    for (List<Draft> requests : nameless.values()) {
      for (Draft request : requests) {
        Draft call = next(byWriting.get(writing(request)), taken);
        if (call == null) {
          others.add(request);
        } else {
          join(request, call, out);
        }
      }
    }
    for (Draft request : others) {
      Draft call = next(byName.get(name(request)), taken);
      if (call == null) {
        out.call(request);
      } else {
        join(request, call, out);
      }
    }
  }

  /**
   * Gives the requests with an id. One whose id no span has is the call of a span without id that
   * has its arguments, else of one whose arguments are not known.
   */
  private void finishNamed(Set<Draft> taken, Collector out) {
    Predicate<Draft> nameless = call -> call.callId == null;
    Predicate<Draft> untold = call -> call.arguments.state() != ParamsState.PARSED;
    Set<List<String>> found = new HashSet<>(ran.keySet());
    join(ran(nameless, OtlpRequests::writing), OtlpRequests::writing, found, taken, out);
    join(ran(nameless.and(untold), OtlpRequests::name), OtlpRequests::name, found, taken, out);
    named.values().forEach(out::call);
  }

  private void join(
      Map<List<String>, Deque<Draft>> calls,
      Function<Draft, List<String>> key,
      Set<List<String>> found,
      Set<Draft> taken,
      Collector out) {
    for (Draft request : named.values()) {
      String id = String.valueOf(request.identity);
      Draft call =
          found.contains(List.of(request.scope, id))
              ? null
              : next(calls.get(key.apply(request)), taken);
      if (call != null) {
        found.add(List.of(request.scope, id));
        out.alias(call.scope, String.valueOf(call.identity), id);
        call.callId = request.callId;
      }
    }
  }

  /** The calls that spans recorded and that are {@code wanted}, in their order, by a key. */
  private Map<List<String>, Deque<Draft>> ran(
      Predicate<Draft> wanted, Function<Draft, List<String>> key) {
    Map<List<String>, Deque<Draft>> calls = new HashMap<>();
    for (Draft call : ran.values()) {
      if (wanted.test(call)) {
        calls.computeIfAbsent(key.apply(call), _ -> new ArrayDeque<>()).add(call);
      }
    }
    return calls;
  }

  /** The first of {@code calls} that no request has; it is taken then. */
  private static @Nullable Draft next(@Nullable Deque<Draft> calls, Set<Draft> taken) {
    while (calls != null && !calls.isEmpty()) {
      Draft call = calls.removeFirst();
      if (taken.add(call)) {
        return call;
      }
    }
    return null;
  }

  private static void join(Draft request, Draft call, Collector out) {
    request.identity = call.identity;
    out.call(request);
  }

  private static List<String> name(Draft draft) {
    return List.of(draft.scope, ToolCall.bareName(draft.tool));
  }

  private static List<String> writing(Draft draft) {
    return List.of(
        draft.scope,
        ToolCall.bareName(draft.tool),
        draft.arguments.state().wire(),
        JsonText.stable(draft.arguments.params()));
  }
}
