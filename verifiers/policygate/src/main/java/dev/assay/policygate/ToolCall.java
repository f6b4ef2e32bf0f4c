package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One tool call of a trace, in any of the shapes that quick-verify A.6 names: a name under {@code
 * toolId}, {@code tool}, {@code name}, {@code function.name} or {@code action}, parameters under
 * {@code params}, {@code arguments} or {@code input} or beside the name, calls inside {@code
 * tool_calls}.
 *
 * @param call the whole call
 */
record ToolCall(String tool, JsonNode call) {

  private static final List<String> NAMES =
      List.of("toolId", "tool", "name", "toolName", "tool_name", "recipient_name");

  private static final String ACTION = "action";

  /** What makes a named object a call wherever it stands in a record. */
  private static final Set<String> BAGS =
      Set.of("params", "arguments", "input", "args", "parameters", "toolinput");

  /** What a harness records of a shell, without a name. */
  private static final String COMMAND = "command";

  /** Members of a record that describe tools and call none. */
  private static final Set<String> DESCRIPTIONS =
      Set.of("tools", "functions", "functiondeclarations");

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
  private static final List<String> PATH_ENDINGS =
      List.of("path", "paths", "file", "files", "filename", "directory", "folder");
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

  /** Calls in a message, event or request that is no call itself, however deep. */
  private static void search(JsonNode record, int depth, List<ToolCall> calls)
      throws TooManyException {
    if (depth > PolicyGateLimits.VALUE_DEPTH_MAX || calls.size() > PolicyGateLimits.CALLS_MAX) {
      throw new TooManyException();
    }
    String name = record.isObject() ? name(record) : null;
    if (name != null && hasAnyBag(record)) {
      calls.add(new ToolCall(name, record));
      return;
    }
    if (record.path(COMMAND).isTextual() || record.path(COMMAND).isArray()) {
      calls.add(new ToolCall(COMMAND, record));
      return;
    }
    for (Map.Entry<String, JsonNode> member : record.properties()) {
      if (!DESCRIPTIONS.contains(CallValues.simple(member.getKey()))) {
        search(member.getValue(), depth + 1, calls);
      }
    }
    if (record.isArray()) {
      for (JsonNode element : record) {
        search(element, depth + 1, calls);
      }
    }
  }

  private static boolean hasAnyBag(JsonNode record) {
    return record.properties().stream()
        .anyMatch(member -> BAGS.contains(CallValues.simple(member.getKey())));
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
      if (name == null) {
        search(value, depth, calls);
      } else {
        calls.add(new ToolCall(name, value));
      }
    }
  }

  /** Whether a member of that name, in one spelling, may tell the tool of a call. */
  static boolean tellsTheTool(String member) {
    return NAMES.stream().anyMatch(name -> CallValues.simple(name).equals(member))
        || member.equals("function")
        || member.equals(ACTION);
  }

  /** What the call says under all names of a tool; the first is the tool. */
  List<String> names() {
    return names(call);
  }

  private static List<String> names(JsonNode call) {
    return Stream.concat(
            NAMES.stream().map(call::path),
            Stream.of(call.path("function").path("name"), call.path(ACTION)))
        .map(ToolCall::text)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private static @Nullable String name(JsonNode call) {
    List<String> names = names(call);
    return names.isEmpty() ? null : names.getFirst();
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : "";
  }

  /**
   * What the call does, given its class: one use for each object that its parameters name. Hosts
   * are a use of the network and tables one of the database whatever the tool is called.
   *
   * @param root where the repository lies, or null
   */
  List<Use> uses(SyscallClass syscall, @Nullable String root) throws TooManyException {
    List<Use> uses = new ArrayList<>();
    CallValues.each(
        call,
        (key, _, top, text) -> {
          if (top && LOG_MEMBERS.contains(key) && hasBag()) {
            return;
          }
          String object =
              text == null || text.length() > PolicyGateLimits.OBJECT_CHARS_MAX ? null : text;
          if (isPathName(key) && syscall.scope() == SyscallClass.Scope.PATHS) {
            uses.add(new Use(syscall, object == null ? null : path(object, root)));
          } else if (URL_KEYS.contains(key)) {
            uses.add(new Use(SyscallClass.NET, object == null ? null : host(object)));
          } else if (HOST_KEYS.contains(key)) {
            uses.add(new Use(SyscallClass.NET, object));
          } else if (TABLE_KEYS.contains(key)) {
            uses.add(new Use(SyscallClass.DB, object));
          }
          if (uses.size() > PolicyGateLimits.OBJECTS_MAX) {
            throw new TooManyException();
          }
        });
    if (uses.stream().noneMatch(use -> use.syscall() == syscall)) {
      uses.add(new Use(syscall, null));
    }
    return uses;
  }

  /** Stands for a path that leaves its root; no pattern but the unlimited one allows it. */
  static final String CLIMBING = "..";

  /** A path as patterns are compared with it: below the repository's root, when that is known. */
  private static String path(String raw, @Nullable String root) {
    String path = Patterns.normalPath(raw).orElse(CLIMBING);
    String below = root == null || root.endsWith("/") ? root : root + "/";
    return below != null && path.startsWith(below) ? path.substring(below.length()) : path;
  }

  /** Whether a parameter of that name tells a path, address or table. */
  static boolean isObjectName(String name) {
    return isPathName(name)
        || URL_KEYS.contains(name)
        || HOST_KEYS.contains(name)
        || TABLE_KEYS.contains(name);
  }

  private static boolean isPathName(String name) {
    return PATH_KEYS.contains(name)
        || !name.endsWith("profile") && PATH_ENDINGS.stream().anyMatch(name::endsWith);
  }

  /** Whether parameters stand in a bag of their own, so that others may belong to a log line. */
  private boolean hasBag() {
    return Stream.of("params", "arguments", "input", "function").anyMatch(call::has);
  }

  private static @Nullable String host(String url) {
    try {
      return new URI(url.contains("://") ? url : "https://" + url).getHost();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /**
   * One thing that a run did, as an artifact shows it.
   *
   * @param object the path, host or table, or null when the artifact does not tell
   */
  record Use(SyscallClass syscall, @Nullable String object) {}
}
