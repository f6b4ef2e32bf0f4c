package dev.assay.gate;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.hook.Harness;
import java.io.IOException;
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

  private static final JsonPointer ROOT = JsonPointer.empty();
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

  /** The events that the gate has hooks at. */
  List<String> events() {
    return List.of(stop, tool);
  }

  /** {@code configuration} with the gate, once. */
  EditableJson with(EditableJson configuration, String program, boolean closed, int seconds)
      throws IOException {
    requireHooks(configuration.tree());
    ObjectNode atStop = hook(program, stop, closed, seconds);
    ObjectNode atTool = hook(program, tool, false, CALL_SECONDS);
    if (found(configuration, stop).equals(List.of(atStop))
        && found(configuration, tool).equals(List.of(atTool))) {
      return configuration;
    }
    return put(put(without(configuration), stop, atStop), tool, atTool);
  }

  /** Refuses hooks of a shape that no harness reads, rather than put others in their place. */
  private void requireHooks(JsonNode configuration) {
    JsonNode events = configuration.path(HOOKS);
    boolean lists =
        events().stream()
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

  /** {@code configuration} without the gate; nothing but what was around it, if it was alone. */
  EditableJson without(EditableJson configuration) throws IOException {
    EditableJson edited = configuration;
    for (String event : events()) {
      for (List<JsonPointer> ours = ours(edited, event);
          !ours.isEmpty();
          ours = ours(edited, event)) {
        edited = edited.without(whole(edited, ours.getFirst()));
      }
    }
    boolean came = !edited.tree().has(HOOKS) && versioned(configuration.tree());
    return came ? edited.without(ROOT.appendProperty(VERSION)) : edited;
  }

  /** Whether a version follows the hooks, as it does where it came with them. */
  private boolean versioned(JsonNode configuration) {
    List<String> names = new ArrayList<>();
    configuration.fieldNames().forEachRemaining(names::add);
    int hooks = names.indexOf(HOOKS);
    return flat && hooks >= 0 && hooks + 1 == names.indexOf(VERSION);
  }

  /** Where the hooks of ours at {@code event} stand. */
  private List<JsonPointer> ours(EditableJson configuration, String event) {
    JsonPointer entries = ROOT.appendProperty(HOOKS).appendProperty(event);
    List<JsonPointer> hooks = new ArrayList<>();
    for (int i = 0; i < configuration.tree().at(entries).size(); i++) {
      JsonPointer entry = entries.appendIndex(i);
      hooks.add(entry);
      JsonPointer inner = entry.appendProperty(HOOKS);
      for (int j = 0; !flat && j < configuration.tree().at(inner).size(); j++) {
        hooks.add(inner.appendIndex(j));
      }
    }
    hooks.removeIf(hook -> !ours(configuration.tree().at(hook)));
    return hooks;
  }

  private List<JsonNode> found(EditableJson configuration, String event) {
    return ours(configuration, event).stream().map(configuration.tree()::at).toList();
  }

  /** The entry that {@code hook} is alone in, else the hook itself. */
  private static JsonPointer whole(EditableJson configuration, JsonPointer hook) {
    JsonPointer list = hook.head();
    boolean alone =
        list.last().getMatchingProperty().equals(HOOKS)
            && configuration.tree().at(list).size() == 1;
    return alone ? list.head() : hook;
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

  /** {@code configuration} with {@code hook} behind the others of {@code event}. */
  private EditableJson put(EditableJson configuration, String event, ObjectNode hook)
      throws IOException {
    ObjectNode entry = hook;
    if (!flat) {
      entry = JsonNodeFactory.instance.objectNode();
      if (event.equals(tool)) {
        entry.put("matcher", matcher);
      }
      entry.putArray(HOOKS).add(hook);
    }
    JsonPointer hooks = ROOT.appendProperty(HOOKS);
    JsonNode events = configuration.tree().at(hooks);
    if (events.has(event)) {
      return configuration.with(hooks.appendProperty(event), null, entry);
    }
    ArrayNode entries = JsonNodeFactory.instance.arrayNode().add(entry);
    if (events.isObject()) {
      return configuration.with(hooks, event, entries);
    }
    EditableJson edited =
        configuration.with(ROOT, HOOKS, JsonNodeFactory.instance.objectNode().set(event, entries));
    return flat && !edited.tree().has(VERSION)
        ? edited.with(ROOT, VERSION, IntNode.valueOf(1))
        : edited;
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
