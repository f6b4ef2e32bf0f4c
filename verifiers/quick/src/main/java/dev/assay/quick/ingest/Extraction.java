package dev.assay.quick.ingest;

import dev.assay.quick.json.EcmaText;
import dev.assay.quick.json.Json;
import dev.assay.quick.json.JsonArray;
import dev.assay.quick.json.JsonObject;
import dev.assay.quick.json.JsonParser;
import dev.assay.quick.json.Scalar;
import dev.assay.quick.limits.QuickLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the tool calls of JSON values ({@code extractActions}, specification A.6). */
final class Extraction {

  private static final String CHILDREN = "tool_calls";
  private static final String FUNCTION = "function";
  private static final String ARGUMENTS = "arguments";
  private static final List<String> NAMES_BEFORE_FUNCTION = List.of("toolId", "tool", "name");
  private static final String NAME_AFTER_FUNCTION = "action";
  private static final List<String> BAGS = List.of("params", ARGUMENTS, "input");
  private static final Set<String> NOT_PARAMS =
      Set.of(CHILDREN, "toolId", "tool", "name", NAME_AFTER_FUNCTION, FUNCTION);

  /** A tool call before dedupe. */
  record Call(String toolName, JsonObject params) {}

  private final List<Call> calls = new ArrayList<>();
  private boolean capExceeded;

  List<Call> calls() {
    return calls;
  }

  boolean capExceeded() {
    return capExceeded;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Whether another value cannot change the result any more. */
  boolean isFull() {
    return capExceeded;
  }

  /**
   * Adds the calls in {@code value}: children of {@code tool_calls} first, then the object itself.
   */
  void add(Json value) {
    if (capExceeded) {
      return;
    }
    switch (value) {
      case JsonArray array -> array.forEach(this::add);
      case JsonObject object -> {
        if (object.get(CHILDREN) instanceof JsonArray children) {
          children.forEach(this::add);
        }
        String name = toolName(object);
        if (name != null) {
          call(name, object);
        }
      }
      case Scalar _ -> {}
    }
  }

  private void call(String name, JsonObject object) {
    if (calls.size() == QuickLimits.ACTIONS_MAX) {
      capExceeded = true;
    } else {
      calls.add(new Call(name, params(object)));
    }
  }

  private static @Nullable String toolName(JsonObject object) {
    for (String key : NAMES_BEFORE_FUNCTION) {
      String name = nonEmptyText(object.get(key));
      if (name != null) {
        return name;
      }
    }
    if (object.get(FUNCTION) instanceof JsonObject function) {
      String name = nonEmptyText(function.get("name"));
      if (name != null) {
        return name;
      }
    }
    return nonEmptyText(object.get(NAME_AFTER_FUNCTION));
  }

  private static @Nullable String nonEmptyText(@Nullable Json value) {
    return value instanceof Scalar.Text(String text) && !text.isEmpty() ? text : null;
  }

  private static JsonObject params(JsonObject object) {
    JsonObject function = object.get(FUNCTION) instanceof JsonObject nested ? nested : null;
    boolean named = function != null && nonEmptyText(function.get("name")) != null;
    JsonObject nested = function == null ? null : bag(function.get(ARGUMENTS));
    if (named && nested != null) {
      return nested;
    }
    for (String key : BAGS) {
      JsonObject bag = bag(object.get(key));
      if (bag != null) {
        return bag;
      }
    }
    return nested != null ? nested : object.without(NOT_PARAMS::contains);
  }

  /** An object, or a string that holds one. */
  private static @Nullable JsonObject bag(@Nullable Json value) {
    if (value instanceof JsonObject object) {
      return object;
    }
    if (value instanceof Scalar.Text(String text)) {
      int start = EcmaText.skipSpace(text, 0, text.length());
      int end = EcmaText.trimEnd(text, start, text.length());
      boolean opens = start < end && (text.charAt(start) == '{' || text.charAt(start) == '[');
      return opens && JsonParser.parse(text, start, end) instanceof JsonObject object
          ? object
          : null;
    }
    return null;
  }
}
