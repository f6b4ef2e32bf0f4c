package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.core.stop.StopMemory;
import dev.assay.gate.RepositoryFile.Rule;
import dev.assay.gate.RepositoryFile.Trace;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Risk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Documents that each claim of done reads and writes, member by member: to look for the members and
 * annotations of records takes longer than all else that a hook does itself.
 */
final class PlainDocuments {

  private static final Set<String> RULES =
      Set.of(
          "workItem",
          "fleet",
          "agent",
          "risk",
          "requires",
          "artifacts",
          "workspace",
          "groundTruth",
          "trace",
          "waitSeconds");
  private static final Set<String> RULE = Set.of("role", "glob", "optional");
  private static final Set<String> MEMORY =
      Set.of("blocks", "signature", "blocked", "passed", "claim", "attempt", "rules");

  private PlainDocuments() {}

  /** The repository's file that {@code tree} is; empty for one that something is wrong with. */
  static Optional<RepositoryFile> rules(JsonNode tree) {
    try {
      return Optional.of(known(tree));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static RepositoryFile known(JsonNode tree) {
    object(tree, RULES);
    List<String> requires = new ArrayList<>();
    elements(tree, "requires")
        .forEach(each -> requires.add(of(each, JsonNodeType.STRING).asText()));
    List<Rule> artifacts = new ArrayList<>();
    elements(tree, "artifacts").forEach(each -> artifacts.add(rule(each)));
    String risk = text(tree, "risk");
    String truth = text(tree, "groundTruth");
    String trace = text(tree, "trace");
    Trace otherwise = truth == null ? Trace.NONE : Trace.CALLS;
    return new RepositoryFile(
        text(tree, "workItem", ""),
        text(tree, "fleet", RepositoryFile.FLEET),
        text(tree, "agent"),
        risk == null ? null : Risk.of(risk),
        requires,
        artifacts,
        bool(tree, "workspace"),
        truth,
        trace == null ? otherwise : trace(trace),
        tree.hasNonNull("waitSeconds") ? number(tree, "waitSeconds") : GateLimits.WAIT_SECONDS);
  }

  private static Rule rule(JsonNode node) {
    object(node, RULE);
    return new Rule(
        ArtifactRole.of(text(node, "role", "")), text(node, "glob", ""), bool(node, "optional"));
  }

  private static Trace trace(String word) {
    for (Trace trace : Trace.values()) {
      if (trace.name().toLowerCase(Locale.ROOT).equals(word)) {
        return trace;
      }
    }
    throw new IllegalArgumentException("expected a kind of trace");
  }

  /** The memory that {@code bytes} hold; empty when they are damaged. */
  static Optional<StopMemory> memory(byte[] bytes) {
    try {
      return Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
          ? Optional.of(memory(tree))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static StopMemory memory(JsonNode tree) {
    object(tree, MEMORY);
    return new StopMemory(
        number(tree, "blocks"),
        text(tree, "signature"),
        text(tree, "blocked"),
        text(tree, "passed"),
        number(tree, "claim"),
        number(tree, "attempt"),
        text(tree, "rules"));
  }

  /** {@code memory} as {@link #memory(byte[])} reads it. */
  static byte[] bytes(StopMemory memory) {
    return Json.write(
        JsonNodeFactory.instance
            .objectNode()
            .put("blocks", memory.blocks())
            .put("signature", memory.signature())
            .put("blocked", memory.blocked())
            .put("passed", memory.passed())
            .put("claim", memory.claim())
            .put("attempt", memory.attempt())
            .put("rules", memory.rules()));
  }

  private static void object(JsonNode node, Set<String> members) {
    of(node, JsonNodeType.OBJECT);
    for (var member : node.properties()) {
      if (!members.contains(member.getKey())) {
        throw new IllegalArgumentException("expected another member");
      }
    }
  }

  private static Iterable<JsonNode> elements(JsonNode node, String name) {
    return node.hasNonNull(name) ? of(node.get(name), JsonNodeType.ARRAY) : List.of();
  }

  private static @Nullable String text(JsonNode node, String name) {
    return node.hasNonNull(name) ? of(node.get(name), JsonNodeType.STRING).asText() : null;
  }

  private static String text(JsonNode node, String name, String otherwise) {
    String text = text(node, name);
    return text == null ? otherwise : text;
  }

  private static boolean bool(JsonNode node, String name) {
    return node.hasNonNull(name) && of(node.get(name), JsonNodeType.BOOLEAN).asBoolean();
  }

  private static int number(JsonNode node, String name) {
    if (!node.path(name).isInt()) {
      throw new IllegalArgumentException("expected an integer");
    }
    return node.path(name).asInt();
  }

  private static JsonNode of(JsonNode node, JsonNodeType type) {
    if (node.getNodeType() != type) {
      throw new IllegalArgumentException("expected " + type);
    }
    return node;
  }
}
