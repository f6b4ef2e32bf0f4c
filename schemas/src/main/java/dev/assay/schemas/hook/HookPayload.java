package dev.assay.schemas.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a harness tells of an event. All of it is the word of a program that an agent may have
 * talked into anything; what the agent said is not read at all.
 *
 * @param event what happened, as the harness names it, or null
 * @param session names the conversation; strangers' text
 * @param agent names an agent that the session started, or null
 * @param directory where the harness runs, or null
 * @param transcript the file with the session, or null
 * @param active whether a hook has kept the agent from stopping already
 * @param claim whether this is a claim of done: the turn was completed, and nothing that the agent
 *     started runs on in the background
 * @param background whether something that the agent started runs on in the background
 * @param call the tool that has answered, or null
 */
public record HookPayload(
    @Nullable String event,
    String session,
    @Nullable String agent,
    @Nullable String directory,
    @Nullable String transcript,
    boolean active,
    boolean claim,
    boolean background,
    @Nullable ToolCall call) {

  /** Bytes of one payload. */
  public static final int BYTES_MAX = 8 * 1024 * 1024;

  /** Characters of an id or of a path. */
  public static final int TEXT_CHARS_MAX = 4_096;

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final List<String> COMPLETED = List.of("completed", "end_turn");

  /**
   * A call that has answered.
   *
   * @param tool as the harness names it
   * @param params the arguments, an object; null when they are none that can be kept
   * @param failed whether the tool says that it did not do it
   */
  public record ToolCall(String tool, @Nullable JsonNode params, boolean failed) {}

  /** The payload in {@code bytes}, which may begin with a byte order mark, or why it is none. */
  public static Parsed<HookPayload> of(byte[] bytes) {
    boolean marked = bytes.length >= 3 && Arrays.equals(bytes, 0, 3, MARK, 0, 3);
    Parsed<JsonNode> read = Json.tree(marked ? Arrays.copyOfRange(bytes, 3, bytes.length) : bytes);
    if (read instanceof Parsed.Rejected<JsonNode>(Rejection rejection)) {
      return new Parsed.Rejected<>(rejection);
    }
    return of(((Parsed.Accepted<JsonNode>) read).value());
  }

  private static Parsed<HookPayload> of(JsonNode node) {
    if (!node.isObject()) {
      return new Parsed.Rejected<>(
          Rejection.of(ErrorCode.INVALID_JSON, "expected an object, found another value"));
    }
    try {
      String session = Require.present("session_id", text(node, HookWords.SESSION));
      String directory = text(node, List.of("cwd"));
      JsonNode root = node.path("workspace_roots").path(0);
      return new Parsed.Accepted<>(
          new HookPayload(
              text(node, List.of("hook_event_name", "hookEventName")),
              session,
              text(node, HookWords.AGENT),
              directory == null && root.isTextual() ? bounded("workspace_roots", root) : directory,
              text(node, List.of("agent_transcript_path", "transcript_path", "transcriptPath")),
              flag(node, List.of("stop_hook_active", "stopHookActive"))
                  || node.path("loop_count").asInt() > 0,
              node.path("background_tasks").isEmpty() && completed(node),
              !node.path("background_tasks").isEmpty(),
              call(node)));
    } catch (RejectedException e) {
      return new Parsed.Rejected<>(e.rejection());
    }
  }

  /** Cursor and Copilot CLI say how a turn ended; the others ask only after it was completed. */
  private static boolean completed(JsonNode node) {
    JsonNode end = first(node, List.of("status", "stopReason"));
    return !end.isTextual() || COMPLETED.contains(end.asText());
  }

  private static @Nullable ToolCall call(JsonNode node) {
    String tool = text(node, HookWords.TOOL);
    if (tool == null) {
      return null;
    }
    JsonNode params = parsed(first(node, HookWords.INPUT));
    JsonNode answer = parsed(first(node, HookWords.ANSWER));
    boolean failed =
        HookWords.failed(name -> {
          JsonNode member = answer.path(name);
          return member.isNull()
                  || member.isMissingNode()
                  || member.isContainerNode() && member.isEmpty()
              ? ""
              : member.isValueNode() ? member.asText() : name;
        });
    return new ToolCall(tool, params.isObject() ? params : null, failed);
  }

  /** What a text holds when it is JSON; anything else as it is. */
  private static JsonNode parsed(JsonNode node) {
    return node.isTextual()
            && Json.tree(node.asText().getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode parsed)
        ? parsed
        : node;
  }

  private static JsonNode first(JsonNode node, List<String> names) {
    return names.stream()
        .map(node::path)
        .filter(each -> !each.isMissingNode() && !each.isNull())
        .findFirst()
        .orElse(node.path(""));
  }

  /** The first of these members that says something; an empty text is what is not known. */
  private static @Nullable String text(JsonNode node, List<String> names) {
    for (String name : names) {
      JsonNode value = node.path(name);
      boolean empty = value.isTextual() && value.asText().isEmpty();
      if (!value.isMissingNode() && !value.isNull() && !empty) {
        return bounded(name, value);
      }
    }
    return null;
  }

  private static String bounded(String name, JsonNode value) {
    Require.that(value.isTextual(), ErrorCode.INVALID_FIELD, name, "expected text in " + name);
    return Require.text(name, value.asText(), TEXT_CHARS_MAX);
  }

  private static boolean flag(JsonNode node, List<String> names) {
    JsonNode value = first(node, names);
    Require.that(
        value.isMissingNode() || value.isBoolean(),
        ErrorCode.INVALID_FIELD,
        names.getFirst(),
        "expected true or false in " + names.getFirst());
    return value.asBoolean();
  }
}
