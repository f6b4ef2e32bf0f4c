package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every value of a tool call with the names it stands under: in each parameter bag, beside them, in
 * objects, lists and JSON texts. Calls inside the call are left out, as they are calls themselves;
 * so is what the call is said to have answered.
 */
final class CallValues {

  /** Takes one value. */
  @FunctionalInterface
  interface Sink {

    /**
     * Takes one value.
     *
     * @param outer the nearest name of a path, address or table around the value; else its own name
     * @param name the name that the value itself stands under, lower case without {@code _} and
     *     {@code -}
     * @param top whether the value is a member of the call itself
     * @param text the value, null for one that is no text
     */
    void value(String outer, String name, boolean top, @Nullable String text)
        throws ToolCall.TooManyException;
  }

  private static final Set<String> ANSWERS =
      Set.of("result", "results", "response", "stdout", "stderr", "observation");

  private final Sink sink;
  private int seen;

  private CallValues(Sink sink) {
    this.sink = sink;
  }

  /** Gives {@code sink} each value of {@code call}. */
  static void each(JsonNode call, Sink sink) throws ToolCall.TooManyException {
    CallValues values = new CallValues(sink);
    for (Map.Entry<String, JsonNode> member : call.properties()) {
      String name = simple(member.getKey());
      if (!name.equals("toolcalls") && !ANSWERS.contains(name)) {
        values.walk(member.getValue(), name, name, true, 0);
      }
    }
  }

  /** A name in lower case, without what separates its words. */
  static String simple(String key) {
    return key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  private void walk(JsonNode value, String outer, String name, boolean top, int depth)
      throws ToolCall.TooManyException {
    if (depth > PolicyGateLimits.VALUE_DEPTH_MAX || ++seen > PolicyGateLimits.VALUES_MAX) {
      throw new ToolCall.TooManyException();
    }
    JsonNode read = value.isTextual() ? parsed(value) : value;
    if (read.isObject()) {
      for (Map.Entry<String, JsonNode> member : read.properties()) {
        String inner = simple(member.getKey());
        sink.value("", "", false, member.getKey());
        walk(
            member.getValue(),
            ToolCall.isObjectName(inner) ? inner : outer,
            inner,
            false,
            depth + 1);
      }
    } else if (read.isArray()) {
      for (JsonNode element : read) {
        walk(element, outer, name, top, depth + 1);
      }
    } else if (!read.isNull()) {
      sink.value(outer, name, top, read.isTextual() ? read.textValue() : null);
    }
  }

  /** A text that holds an object or a list is read as that. */
  private static JsonNode parsed(JsonNode value) {
    String text = value.textValue().strip();
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return value;
    }
    return switch (Json.tree(text.getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
      case Parsed.Rejected<JsonNode> _ -> value;
    };
  }
}
