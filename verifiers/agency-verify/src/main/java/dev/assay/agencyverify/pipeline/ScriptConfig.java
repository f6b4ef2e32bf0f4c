package dev.assay.agencyverify.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.process.IsolationRequest;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy's configuration of the verifier: {@code
 * {"isolation":"auto","requireIsolation":false,"commands":["./verify.sh"]}}.
 *
 * @param requireIsolation whether a run without isolation is refused, whatever its risk
 * @param commands shell texts that may be run in a workspace, the usual one first
 */
record ScriptConfig(IsolationRequest isolation, boolean requireIsolation, List<String> commands) {

  private static final Set<String> MEMBERS = Set.of("isolation", "requireIsolation", "commands");

  /** The allowed command that {@code claimed} names, else the usual one; empty when none is. */
  Optional<String> command(@Nullable String claimed) {
    return commands.stream()
        .filter(command -> command.equals(claimed))
        .findFirst()
        .or(() -> commands.stream().findFirst());
  }

  /**
   * Reads {@code text}.
   *
   * @throws IllegalArgumentException when the policy is wrong, which no rerun can mend
   */
  static ScriptConfig parse(String text) {
    JsonNode node = tree(text);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw wrong("no other members than isolation, requireIsolation and commands");
      }
    }
    JsonNode require = node.path("requireIsolation");
    if (!require.isMissingNode() && !require.isBoolean()) {
      throw wrong("requireIsolation to be true or false");
    }
    IsolationRequest isolation =
        IsolationRequest.parse(node.path("isolation").asText(IsolationRequest.AUTO.label()))
            .orElseThrow(() -> wrong("isolation to be none, auto, bwrap or landlock"));
    return new ScriptConfig(isolation, require.asBoolean(false), commands(node.path("commands")));
  }

  private static List<String> commands(JsonNode node) {
    if (!node.isMissingNode() && !node.isArray()) {
      throw wrong("commands to be a list");
    }
    List<String> commands = new ArrayList<>();
    for (JsonNode command : node) {
      if (!command.isTextual() || command.textValue().isBlank()) {
        throw wrong("commands to be texts that are not empty");
      }
      commands.add(command.textValue());
    }
    if (commands.size() > ScriptLimits.COMMANDS_MAX) {
      throw wrong("at most " + ScriptLimits.COMMANDS_MAX + " commands");
    }
    return List.copyOf(commands);
  }

  private static JsonNode tree(String text) {
    return switch (Json.tree(text.getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<JsonNode>(JsonNode node) when node.isObject() -> node;
      case Parsed.Accepted<JsonNode> _, Parsed.Rejected<JsonNode> _ ->
          throw wrong("one JSON object");
    };
  }

  private static IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException(
        "expected the policy's configuration of the verifier script to have "
            + expected
            + ", found something else; correct the policy");
  }
}
