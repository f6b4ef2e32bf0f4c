package dev.assay.schemas.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The programs that run agents, and the JSON that each of them takes from a hook. */
public enum Harness {
  CLAUDE_CODE("claude-code", true),
  CODEX("codex", true),
  GEMINI("gemini", true),
  COPILOT("copilot", false),
  CURSOR("cursor", false),

  /** Any other: names and answers are those of Claude Code. */
  GENERIC("generic", true);

  private final String wire;
  private final boolean showsMessages;

  Harness(String wire, boolean showsMessages) {
    this.wire = wire;
    this.showsMessages = showsMessages;
  }

  /** The name on the wire and the command line. */
  public String wire() {
    return wire;
  }

  /** The harness of that name. */
  public static Optional<Harness> named(String name) {
    return Arrays.stream(values()).filter(each -> each.wire.equals(name)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Harness::wire).collect(Collectors.joining(", "));
  }

  /**
   * {@code answer} as this harness reads it from standard output or a body, with exit code 0; empty
   * when it must get nothing. Where a harness has no place for a message to the person there is
   * none in it.
   */
  public Optional<JsonNode> document(HookAnswer answer) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    // No switch over types here: the JDK links each anew at every start, while a harness waits.
    if (answer instanceof HookAnswer.Block(String reason)) {
      return Optional.of(
          this == CURSOR
              ? document.put("followup_message", reason)
              : document.put("decision", "block").put("reason", reason));
    }
    return answer instanceof HookAnswer.Tell(String message) && showsMessages
        ? Optional.of(document.put("systemMessage", message))
        : Optional.empty();
  }
}
