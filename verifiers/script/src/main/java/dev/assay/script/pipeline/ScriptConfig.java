package dev.assay.script.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.process.IsolationRequest;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * The policy's configuration of the verifier: {@code
 * {"isolation":"auto","requireIsolation":false}}.
 *
 * @param requireIsolation whether a run without isolation is refused, whatever its risk
 */
record ScriptConfig(IsolationRequest isolation, boolean requireIsolation) {

  private static final Set<String> MEMBERS = Set.of("isolation", "requireIsolation");

  /**
   * Reads {@code text}.
   *
   * @throws IllegalArgumentException when the policy is wrong, which no rerun can mend
   */
  static ScriptConfig parse(String text) {
    JsonNode node = tree(text);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw wrong("no other members than isolation and requireIsolation");
      }
    }
    JsonNode require = node.path("requireIsolation");
    if (!require.isMissingNode() && !require.isBoolean()) {
      throw wrong("requireIsolation to be true or false");
    }
    IsolationRequest isolation =
        IsolationRequest.parse(node.path("isolation").asText(IsolationRequest.AUTO.label()))
            .orElseThrow(() -> wrong("isolation to be none, auto, bwrap or landlock"));
    return new ScriptConfig(isolation, require.asBoolean(false));
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
