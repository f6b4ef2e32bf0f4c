package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.hook.Harness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a harness has its hooks of a repository, and in which shape. */
enum HarnessHooks {
  CLAUDE_CODE(
      Harness.CLAUDE_CODE, ".claude/settings.json", "Stop", "PostToolUse", "mcp__.*", false),
  CODEX(Harness.CODEX, ".codex/hooks.json", "Stop", "PostToolUse", "mcp__.*", false),
  GEMINI(Harness.GEMINI, ".gemini/settings.json", "AfterAgent", "AfterTool", "mcp_.*", false),
  COPILOT(Harness.COPILOT, ".github/hooks/assay.json", "agentStop", "postToolUse", null, true),
  CURSOR(Harness.CURSOR, ".cursor/hooks.json", "stop", "afterMCPExecution", null, true);

  private static final String HOOKS = "hooks";
  private static final String VERSION = "version";
  private static final int CALL_SECONDS = 10;

  /** A command line of ours: its program is called assay, and its first word hook. */
  private static final Pattern OURS = Pattern.compile("(?:.*/)?assay[\"']? hook .*");

  private final Harness harness;
  private final String file;
  private final String stop;
  private final String tool;
  private final @Nullable String matcher;

  /** Whether an event has its hooks directly, and the file a version. */
  private final boolean flat;

  HarnessHooks(
      Harness harness,
      String file,
      String stop,
      String tool,
      @Nullable String matcher,
      boolean flat) {
    this.harness = harness;
    this.file = file;
    this.stop = stop;
    this.tool = tool;
    this.matcher = matcher;
    this.flat = flat;
  }

  static Optional<HarnessHooks> of(Harness harness) {
    for (HarnessHooks each : values()) {
      if (each.harness == harness) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Its configuration, below the repository. */
  String file() {
    return file;
  }

  /** {@code configuration} with the gate, once. */
  ObjectNode with(ObjectNode configuration, String program, boolean closed, int seconds) {
    ObjectNode edited = without(configuration).orElseGet(JsonNodeFactory.instance::objectNode);
    requireHooks(edited);
    if (flat && !edited.has(VERSION)) {
      edited.put(VERSION, 1);
    }
    put(edited, stop, null, hook(program, stop, closed, seconds));
    put(edited, tool, matcher, hook(program, tool, false, CALL_SECONDS));
    return edited;
  }

  /** Refuses hooks of a shape that no harness reads, rather than put others in their place. */
  private void requireHooks(ObjectNode configuration) {
    JsonNode events = configuration.path(HOOKS);
    boolean lists =
        List.of(stop, tool).stream()
            .map(events::path)
            .allMatch(entries -> entries.isArray() || entries.isMissingNode());
    if (!lists || !events.isObject() && !events.isMissingNode()) {
      throw new GateException(
          "CONFIGURATION",
          "expected the member "
              + HOOKS
              + " to be an object with a list for each event, found something else; it is left as"
              + " it is: repair it, or add the hooks by hand");
    }
  }

  /** {@code configuration} without the gate; empty when nothing else is in it. */
  Optional<ObjectNode> without(ObjectNode configuration) {
    ObjectNode edited = configuration.deepCopy();
    if (edited.path(HOOKS) instanceof ObjectNode events) {
      List<String> names = new ArrayList<>();
      events.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (events.get(name) instanceof ArrayNode entries && cleared(entries)) {
          events.remove(name);
        }
      }
      if (events.isEmpty()) {
        edited.remove(HOOKS);
      }
    }
    boolean empty = edited.isEmpty() || flat && edited.size() == 1 && edited.has(VERSION);
    return empty ? Optional.empty() : Optional.of(edited);
  }

  /** Takes ours out of {@code entries}; true when some were, and none is left. */
  private boolean cleared(ArrayNode entries) {
    boolean found = false;
    for (int i = entries.size() - 1; i >= 0; i--) {
      JsonNode entry = entries.get(i);
      boolean goes = ours(entry);
      if (!flat && entry.path(HOOKS) instanceof ArrayNode inner) {
        boolean had = false;
        for (int j = inner.size() - 1; j >= 0; j--) {
          if (ours(inner.get(j))) {
            inner.remove(j);
            had = true;
          }
        }
        found |= had;
        goes = had && inner.isEmpty();
      }
      if (goes) {
        entries.remove(i);
        found = true;
      }
    }
    return found && entries.isEmpty();
  }

  private static boolean ours(JsonNode hook) {
    for (String member : List.of("command", "bash")) {
      StringBuilder line = new StringBuilder(hook.path(member).asText());
      hook.path("args").forEach(word -> line.append(' ').append(word.asText()));
      if (OURS.matcher(line).matches()) {
        return true;
      }
    }
    return false;
  }

  private void put(ObjectNode configuration, String event, @Nullable String only, ObjectNode hook) {
    ArrayNode entries = configuration.withObject(HOOKS).withArray(event);
    if (flat) {
      entries.add(hook);
      return;
    }
    ObjectNode entry = entries.addObject();
    if (only != null) {
      entry.put("matcher", only);
    }
    entry.putArray(HOOKS).add(hook);
  }

  private ObjectNode hook(String program, String event, boolean closed, int seconds) {
    List<String> words = new ArrayList<>(List.of("hook", event, "--harness", harness.wire()));
    if (closed) {
      words.add("--fail-closed");
    }
    String line = quoted(program) + ' ' + String.join(" ", words);
    ObjectNode hook = JsonNodeFactory.instance.objectNode();
    return switch (this) {
      case CLAUDE_CODE -> {
        hook.put("type", "command").put("command", program);
        words.forEach(hook.putArray("args")::add);
        yield hook.put("timeout", seconds);
      }
      case CODEX -> hook.put("type", "command").put("command", line).put("timeout", seconds);
      case GEMINI ->
          hook.put("type", "command")
              .put("name", "assay")
              .put("command", line)
              .put("timeout", seconds * 1_000);
      case COPILOT -> hook.put("type", "command").put("bash", line).put("timeoutSec", seconds);
      case CURSOR ->
          event.equals(stop)
              ? hook.put("command", line).put("loop_limit", 3)
              : hook.put("command", line);
    };
  }

  private static String quoted(String program) {
    return program.matches("[A-Za-z0-9._/+-]+") ? program : '"' + program + '"';
  }
}
