package dev.assay.quick.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The three anchor lines of the text for people. */
final class HumanAnchors {

  private static final String ROLLUP = "Rollup (inferred, provisional): ";

  private HumanAnchors() {}

  static JsonNode of(String stderr) {
    List<String> lines = stderr.lines().toList();
    boolean anchored =
        lines.size() > 3
            && lines.get(0).equals("=== quick-verify human report ===")
            && lines.get(1).startsWith(ROLLUP)
            && lines.get(2).equals("=== end quick-verify human report ===");
    if (!anchored) {
      return NullNode.instance;
    }
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.putArray("lines").add(0).add(1).add(2);
    return out.put("verdict", lines.get(1).substring(ROLLUP.length()));
  }
}
