package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a model that are spread over attributes, as OpenInference ({@code
 * llm.output_messages.0.message.tool_calls.0.tool_call.function.name}) and OpenLLMetry before the
 * messages of the conventions ({@code gen_ai.completion.0.tool_calls.0.name}) write them.
 *
 * @param calls in the order of the messages
 * @param answers by the ids of calls
 * @param history whether the messages that the model was given are told, too
 */
record FlatMessages(List<Call> calls, Map<String, Answer> answers, boolean history) {

  /** A call that a model asked for; its id is empty when it has none. */
  record Call(String id, String tool, Arguments arguments) {}

  private static final FlatMessages NONE = new FlatMessages(List.of(), Map.of(), false);

  /** Up to nine digits, so that a number is an int. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:llm\\.(?<openinference>input|output)_messages|gen_ai\\.(?<openllmetry>prompt|completion))"
              + "\\.(?<message>[0-9]{1,9})\\.(?:message\\.)?(?:tool_calls\\.(?<call>[0-9]{1,9})\\."
              + "(?:tool_call\\.)?(?:function\\.)?)?(?<member>id|name|arguments|tool_call_id|content)");

  /** The place of a message: what the model was given comes before what it wrote. */
  private record Place(boolean written, int message, int call) {
    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::written)
            .thenComparingInt(Place::message)
            .thenComparingInt(Place::call);
  }

  /** The messages in {@code attributes}. */
  static FlatMessages of(JsonObject attributes) {
    Map<Place, Map<String, Json>> places = new TreeMap<>(Place.ORDER);
    for (JsonObject.Member member : attributes.without(name -> !begins(name)).sorted()) {
      Matcher key = KEY.matcher(member.name());
      if (key.matches()) {
        places
            .computeIfAbsent(place(key), _ -> new LinkedHashMap<>())
            .put(key.group("member"), member.value());
      }
    }
    return places.isEmpty() ? NONE : of(places);
  }

  /** Whether it may be a key, which few of a record's attributes are. */
  private static boolean begins(String name) {
    return name.startsWith("llm.input_messages.")
        || name.startsWith("llm.output_messages.")
        || name.startsWith("gen_ai.prompt.")
        || name.startsWith("gen_ai.completion.");
  }

  private static Place place(Matcher key) {
    String direction = key.group("openinference");
    direction = direction == null ? key.group("openllmetry") : direction;
    String call = key.group("call");
    return new Place(
        direction.equals("output") || direction.equals("completion"),
        Integer.parseInt(key.group("message")),
        call == null ? -1 : Integer.parseInt(call));
  }

  private static FlatMessages of(Map<Place, Map<String, Json>> places) {
    List<Call> calls = new ArrayList<>();
    Map<String, Answer> answers = new LinkedHashMap<>();
    boolean history = false;
    for (Map.Entry<Place, Map<String, Json>> entry : places.entrySet()) {
      Map<String, Json> members = entry.getValue();
      history |= !entry.getKey().written();
      if (entry.getKey().call() >= 0) {
        calls.add(
            new Call(
                text(members.get("id")),
                text(members.get("name")),
                Arguments.ofModel(members.get("arguments"))));
      } else if (!text(members.get("tool_call_id")).isEmpty()) {
        answers.put(
            text(members.get("tool_call_id")),
            Answer.of(Outcome.UNKNOWN, members.get("content"), ""));
      }
    }
    return new FlatMessages(calls, answers, history);
  }

  private static String text(@Nullable Json value) {
    return Json.textOf(value);
  }
}
