package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

  /** The name under which a key stands that holds more: it may be a directory of a tree. */
  private static final String TREE = "dir";

  /** Before a path of which only the end may be that of a file. */
  private static final String SOMEWHERE = "~";

  /** A list of texts may be a path or a name in its parts, or the words of a command. */
  private static final List<String> JOINS = List.of("/", "", " ");

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
        values.walk(member.getValue(), name, name, true, 0, "");
      }
    }
  }

  /** A name in lower case, without what separates its words. */
  static String simple(String key) {
    return key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /**
   * Walks over one value.
   *
   * @param keys the keys around the value, which may be the directories of a tree
   */
  private void walk(JsonNode value, String outer, String name, boolean top, int depth, String keys)
      throws ToolCall.TooManyException {
    if (depth > PolicyGateLimits.VALUE_DEPTH_MAX || ++seen > PolicyGateLimits.VALUES_MAX) {
      throw new ToolCall.TooManyException();
    }
    JsonNode read = value.isTextual() ? parsed(value) : value;
    if (read.isObject()) {
      for (Map.Entry<String, JsonNode> member : read.properties()) {
        String inner = simple(member.getKey());
        sink.value("", member.getValue().isContainerNode() ? TREE : "", false, member.getKey());
        String path = keys + "/" + member.getKey();
        if (!keys.isEmpty()) {
          sink.value("", "", false, SOMEWHERE + path);
        }
        walk(
            member.getValue(),
            ToolCall.isObjectName(inner) ? inner : outer,
            inner,
            false,
            depth + 1,
            path);
      }
    } else if (read.isArray()) {
      for (JsonNode element : read) {
        walk(element, outer, name, top, depth + 1, keys);
      }
      for (String between : isShortText(read) ? JOINS : List.<String>of()) {
        sink.value("", name, false, joined(read, between));
      }
    } else if (!read.isNull()) {
      sink.value(outer, name, top, read.isTextual() ? read.textValue() : null);
    }
  }

  private static boolean isShortText(JsonNode list) {
    return list.size() > 1
        && list.size() <= PolicyGateLimits.PATH_PARTS_MAX
        && list.valueStream().allMatch(JsonNode::isTextual);
  }

  private static String joined(JsonNode list, String between) {
    return list.valueStream().map(JsonNode::textValue).collect(Collectors.joining(between));
  }

  /** A text that holds an object, a list or a text is read as that. */
  static JsonNode parsed(JsonNode value) {
    return looksLikeJson(value.textValue())
            && Json.tree(value.textValue().strip().getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
        ? tree.isTextual() ? parsed(tree) : tree
        : value;
  }

  /** Whether {@code text} begins as JSON does that is more than a number or a word. */
  static boolean looksLikeJson(String text) {
    String stripped = text.strip();
    return stripped.startsWith("{") || stripped.startsWith("[") || stripped.startsWith("\"");
  }
}
