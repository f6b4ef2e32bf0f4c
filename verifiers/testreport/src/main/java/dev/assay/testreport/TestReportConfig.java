package dev.assay.testreport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The policy's configuration of this verifier: {@code {"failOn": "error"}}.
 *
 * @param failOn findings of a scan with this severity or a higher one fail
 */
record TestReportConfig(Severity failOn) {

  /**
   * The configuration that {@code json} holds; an absent member has its default.
   *
   * @throws IllegalArgumentException when policy holds something else: the policy is to be repaired
   */
  static TestReportConfig parse(String json) {
    JsonNode node =
        switch (Json.tree(json.getBytes(StandardCharsets.UTF_8))) {
          case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
          case Parsed.Rejected<JsonNode>(var rejection) ->
              throw new IllegalArgumentException(
                  "expected the testreport configuration as JSON: " + rejection.detail());
        };
    if (!node.isObject()) {
      throw new IllegalArgumentException(
          "expected the testreport configuration as a JSON object; repair the policy");
    }
    Severity failOn = Severity.ERROR;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals("failOn")) {
        throw new IllegalArgumentException(
            "expected only the member failOn in the testreport configuration, found "
                + Require.quoted(member.getKey())
                + "; repair the policy");
      }
      failOn = severity(member.getValue());
    }
    return new TestReportConfig(failOn);
  }

  private static Severity severity(JsonNode value) {
    Severity severity = value.isTextual() ? Severity.of(value.textValue()) : null;
    if (severity == null || severity == Severity.NONE) {
      throw new IllegalArgumentException(
          "expected failOn error, warning or note in the testreport configuration, found "
              + Require.quoted(value.toString())
              + "; repair the policy");
    }
    return severity;
  }
}
