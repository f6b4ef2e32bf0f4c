package dev.assay.reexecution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The policy's configuration of this verifier: {@code {"command": "pytest"}}, or {@code {}} for the
 * first command of the worker that fits the workspace.
 *
 * @param command the name of a command of the worker's settings
 */
record ReexecutionConfig(Optional<String> command) {

  /**
   * The configuration that {@code json} holds.
   *
   * @throws IllegalArgumentException when policy holds something else: the policy is to be repaired
   */
  static ReexecutionConfig parse(String json) {
    if (!(Json.tree(json.getBytes(StandardCharsets.UTF_8))
            instanceof Parsed.Accepted<JsonNode>(JsonNode node))
        || !node.isObject()) {
      throw new IllegalArgumentException(
          "expected the reexecution configuration as a JSON object; repair the policy");
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals("command") || !member.getValue().isTextual()) {
        throw new IllegalArgumentException(
            "expected only the name of a command in the reexecution configuration, found "
                + Require.quoted(member.getKey())
                + "; repair the policy");
      }
    }
    return new ReexecutionConfig(Optional.ofNullable(node.path("command").textValue()));
  }
}
