package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One tool call of a trace, in any of the shapes that quick-verify A.6 names: a name under {@code
 * toolId}, {@code tool}, {@code name}, {@code function.name} or {@code action}, parameters under
 * {@code params}, {@code arguments} or {@code input}, calls inside {@code tool_calls}.
 */
record ToolCall(String tool, JsonNode params) {

  private static final List<String> NAMES = List.of("toolId", "tool", "name");
  private static final List<String> BAGS = List.of("params", "arguments", "input");
  private static final Set<String> PATH_KEYS =
      Set.of(
          "path",
          "paths",
          "file",
          "files",
          "filepath",
          "filename",
          "targetfile",
          "source",
          "destination",
          "dest",
          "src",
          "dst",
          "dir",
          "directory",
          "oldpath",
          "newpath",
          "notebookpath");
  private static final Set<String> URL_KEYS = Set.of("url", "urls", "uri", "endpoint", "href");
  private static final Set<String> HOST_KEYS = Set.of("host", "hostname", "domain");
  private static final Set<String> TABLE_KEYS =
      Set.of("table", "tables", "tablename", "collection");

  /** Members of a log line that are no parameters of the call in it. */
  private static final Set<String> LOG_MEMBERS = Set.of("source", "file", "host", "hostname");

  /** What a walk over one value of a trace may not exceed. */
  static final class TooManyException extends Exception {

    private static final long serialVersionUID = 1L;

    TooManyException() {
      super("more tool calls than are looked at");
    }
  }

  /** The calls in {@code value}, inner ones first. */
  static List<ToolCall> in(JsonNode value) throws TooManyException {
    List<ToolCall> calls = new ArrayList<>();
    collect(value, 0, calls);
    return calls;
  }

  private static void collect(JsonNode value, int depth, List<ToolCall> calls)
      throws TooManyException {
    if (depth > PolicyGateLimits.CALL_DEPTH_MAX || calls.size() > PolicyGateLimits.CALLS_MAX) {
      throw new TooManyException();
    }
    if (value.isArray()) {
      for (JsonNode child : value) {
        collect(child, depth + 1, calls);
      }
    } else if (value.isObject()) {
      if (value.path("tool_calls").isArray()) {
        collect(value.path("tool_calls"), depth + 1, calls);
      }
      String name = name(value);
      if (name != null) {
        calls.add(new ToolCall(name, params(value)));
      }
    }
  }

  private static @Nullable String name(JsonNode call) {
    for (String key : NAMES) {
      if (!text(call.path(key)).isEmpty()) {
        return text(call.path(key));
      }
    }
    String function = text(call.path("function").path("name"));
    String name = function.isEmpty() ? text(call.path("action")) : function;
    return name.isEmpty() ? null : name;
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : "";
  }

  private static JsonNode params(JsonNode call) {
    JsonNode nested = bag(call.path("function").path("arguments"));
    if (nested.isObject()) {
      return nested;
    }
    for (String key : BAGS) {
      JsonNode bag = bag(call.path(key));
      if (bag.isObject()) {
        return bag;
      }
    }
    ObjectNode flat = call.deepCopy();
    flat.remove(LOG_MEMBERS);
    return flat;
  }

  /** An object, or a text that holds one. */
  private static JsonNode bag(JsonNode value) {
    if (value.isTextual() && value.textValue().startsWith("{")) {
      return switch (Json.tree(value.textValue().getBytes(StandardCharsets.UTF_8))) {
        case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
        case Parsed.Rejected<JsonNode> _ -> MissingNode.getInstance();
      };
    }
    return value;
  }

  /**
   * What the call does, given its class: one use for each object that its parameters name. Hosts
   * are a use of the network and tables one of the database whatever the tool is called.
   */
  List<Use> uses(SyscallClass syscall) throws TooManyException {
    List<Use> uses = new ArrayList<>();
    objects((key, text) -> {
      if (PATH_KEYS.contains(key) && syscall.scope() == SyscallClass.Scope.PATHS) {
        uses.add(
            new Use(syscall, text == null ? null : Patterns.normalPath(text).orElse(CLIMBING)));
      } else if (URL_KEYS.contains(key)) {
        uses.add(new Use(SyscallClass.NET, text == null ? null : host(text)));
      } else if (HOST_KEYS.contains(key)) {
        uses.add(new Use(SyscallClass.NET, text));
      } else if (TABLE_KEYS.contains(key)) {
        uses.add(new Use(SyscallClass.DB, text));
      }
    });
    if (uses.stream().noneMatch(use -> use.syscall() == syscall)) {
      uses.add(new Use(syscall, null));
    }
    return uses;
  }

  /** Stands for a path that leaves its root; no pattern but the unlimited one allows it. */
  static final String CLIMBING = "..";

  /** Gives each object by its key; null stands for one that is too long to compare or no text. */
  private void objects(BiConsumer<String, @Nullable String> each) throws TooManyException {
    int seen = 0;
    for (Map.Entry<String, JsonNode> entry : params.properties()) {
      String key = entry.getKey().toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
      JsonNode value = entry.getValue();
      for (JsonNode text : value.isArray() ? value : List.of(value)) {
        if (!text.isNull()) {
          boolean comparable =
              text.isTextual() && text.textValue().length() <= PolicyGateLimits.OBJECT_CHARS_MAX;
          each.accept(key, comparable ? text.textValue() : null);
        }
        if (value.isArray() && ++seen > PolicyGateLimits.OBJECTS_MAX) {
          throw new TooManyException();
        }
      }
    }
  }

  private static @Nullable String host(String url) {
    try {
      return new URI(url.contains("://") ? url : "https://" + url).getHost();
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
