package dev.assay.quick.ingest;

import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the tool calls of JSON values ({@code extractActions}, specification A.6). */
final class ToolCalls {

  private static final String CHILDREN = "tool_calls";
  private static final String FUNCTION = "function";
  private static final String ARGUMENTS = "arguments";
  private static final List<String> NAMES_BEFORE_FUNCTION = List.of("toolId", "tool", "name");
  private static final String NAME_AFTER_FUNCTION = "action";
  private static final List<String> BAGS = List.of("params", ARGUMENTS, "input");
  private static final Set<String> NOT_PARAMS =
      Set.of(CHILDREN, "toolId", "tool", "name", NAME_AFTER_FUNCTION, FUNCTION);

  private ToolCalls() {}

  /** Receives the objects that have a tool name, in order. */
  interface Visitor {
    /** Takes one call; false ends the walk. */
    boolean call(String toolName, JsonObject object);
  }

  /**
   * Visits the calls in {@code value}: children of {@code tool_calls} first, then the object
   * itself.
   *
   * @return false when the visitor ended the walk
   */
  static boolean walk(Json value, Visitor visitor) {
    return switch (value) {
      case JsonArray array -> walkAll(array, visitor);
      case JsonObject object -> {
        if (object.get(CHILDREN) instanceof JsonArray children && !walkAll(children, visitor)) {
          yield false;
        }
        String name = toolName(object);
        yield name == null || visitor.call(name, object);
      }
      case Scalar _ -> true;
    };
  }

  private static boolean walkAll(JsonArray values, Visitor visitor) {
    for (Json value : values) {
      if (!walk(value, visitor)) {
        return false;
      }
    }
    return true;
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

  /**
   * The parameter bag of a call.
   *
   * @param nodesMax values and names that a string may have that holds it
   */
  static JsonObject params(JsonObject object, int nodesMax) {
    JsonObject function = object.get(FUNCTION) instanceof JsonObject nested ? nested : null;
    boolean named = function != null && nonEmptyText(function.get("name")) != null;
    JsonObject nested = function == null ? null : bag(function.get(ARGUMENTS), nodesMax);
    if (named && nested != null) {
      return nested;
    }
    for (String key : BAGS) {
      JsonObject bag = bag(object.get(key), nodesMax);
      if (bag != null) {
        return bag;
      }
    }
    return nested != null ? nested : object.without(NOT_PARAMS::contains);
  }

  /** An object, or a string that holds one. */
  private static @Nullable JsonObject bag(@Nullable Json value, int nodesMax) {
    if (value instanceof JsonObject object) {
      return object;
    }
    if (value instanceof Scalar.Text(String text)) {
      int start = EcmaText.skipSpace(text, 0, text.length());
      int end = EcmaText.trimEnd(text, start, text.length());
      boolean opens = start < end && (text.charAt(start) == '{' || text.charAt(start) == '[');
      return opens && JsonParser.parse(text, start, end, nodesMax) instanceof JsonObject object
          ? object
          : null;
    }
    return null;
  }
}
