package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.policygate.GrantReader.Malformed;
import dev.assay.policygate.Lease.Grant;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy's configuration of the gate; see {@code docs/policygate.md}.
 *
 * @param ceiling the most that any lease may allow
 * @param tools classes of tools by exact name
 * @param ignoredKinds kinds of secrets that are not looked for
 */
record PolicyGateConfig(
    Set<Check> checks,
    List<Grant> ceiling,
    Map<String, SyscallClass> tools,
    Set<String> ignoredKinds,
    Promotion promotion) {

  /**
   * What must hold before anything is promoted.
   *
   * @param requireProvenance whether every artifact must name the command that produced it
   * @param requireRoles roles that the execution must bring
   * @param protectedPaths files that no run may touch
   * @param root where the repository lay when the run named absolute paths, or null when unknown
   */
  record Promotion(
      boolean requireCommit,
      boolean requireProvenance,
      Set<ArtifactRole> requireRoles,
      List<String> protectedPaths,
      @Nullable String root) {}

  /** Network, export and publishing are off unless policy says otherwise. */
  private static final List<Grant> CEILING_DEFAULT =
      List.of(
          new Grant(SyscallClass.READ, List.of("**"), Long.MAX_VALUE),
          new Grant(SyscallClass.WRITE, List.of("**"), Long.MAX_VALUE),
          new Grant(SyscallClass.VERIFY, List.of(), Long.MAX_VALUE));

  /**
   * The configuration that {@code json} holds; an absent member has its default.
   *
   * @throws IllegalArgumentException when policy holds something else: the policy is to be repaired
   */
  static PolicyGateConfig parse(String json) {
    JsonNode node =
        switch (Json.tree(json.getBytes(StandardCharsets.UTF_8))) {
          case Parsed.Accepted<JsonNode>(JsonNode tree) -> tree;
          case Parsed.Rejected<JsonNode>(var rejection) -> throw repair(rejection.detail());
        };
    onlyMembers(node, Set.of("checks", "ceiling", "tools", "secrets", "promotion"));
    try {
      return new PolicyGateConfig(
          checks(node.path("checks")),
          node.has("ceiling") ? GrantReader.read(node.path("ceiling")) : CEILING_DEFAULT,
          tools(node.path("tools")),
          ignoredKinds(node.path("secrets")),
          promotion(node.path("promotion")));
    } catch (Malformed e) {
      throw repair("expected " + e.getMessage());
    }
  }

  private static Set<Check> checks(JsonNode node) throws Malformed {
    if (node.isMissingNode()) {
      return EnumSet.allOf(Check.class);
    }
    EnumSet<Check> checks = EnumSet.noneOf(Check.class);
    for (String code : GrantReader.texts(node)) {
      checks.add(
          Check.of(code)
              .orElseThrow(() -> repair("expected known checks, found " + Require.quoted(code))));
    }
    return checks;
  }

  private static Map<String, SyscallClass> tools(JsonNode node) {
    Map<String, SyscallClass> tools = new HashMap<>();
    requireObject(node);
    if (node.size() > PolicyGateLimits.TOOLS_MAX) {
      throw repair("expected at most " + PolicyGateLimits.TOOLS_MAX + " tools");
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      tools.put(
          entry.getKey(),
          SyscallClass.of(entry.getValue().asText())
              .orElseThrow(() -> repair("expected a class for " + Require.quoted(entry.getKey()))));
    }
    return tools;
  }

  private static Set<String> ignoredKinds(JsonNode node) throws Malformed {
    onlyMembers(node, Set.of("ignoreKinds"));
    if (!node.has("ignoreKinds")) {
      return Set.of();
    }
    List<String> known = ScanRules.standard().kinds(Check.SECRETS);
    for (String kind : GrantReader.texts(node.path("ignoreKinds"))) {
      if (!known.contains(kind)) {
        throw repair("expected kinds out of " + known + ", found " + Require.quoted(kind));
      }
    }
    return Set.copyOf(GrantReader.texts(node.path("ignoreKinds")));
  }

  private static Promotion promotion(JsonNode node) throws Malformed {
    onlyMembers(
        node,
        Set.of("requireCommit", "requireProvenance", "requireRoles", "protectedPaths", "root"));
    Set<ArtifactRole> roles = new LinkedHashSet<>();
    if (node.has("requireRoles")) {
      GrantReader.texts(node.path("requireRoles"))
          .forEach(role -> roles.add(ArtifactRole.of(role)));
    }
    return new Promotion(
        flag(node, "requireCommit"),
        flag(node, "requireProvenance"),
        roles,
        node.has("protectedPaths") ? GrantReader.texts(node.path("protectedPaths")) : List.of(),
        root(node.path("root")));
  }

  private static @Nullable String root(JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    if (!node.isTextual() || !node.textValue().startsWith("/")) {
      throw repair("expected an absolute path as root, found " + Require.quoted(node.toString()));
    }
    return node.textValue();
  }

  /** A switch that is off unless policy turns it on. */
  private static boolean flag(JsonNode node, String member) {
    JsonNode value = node.path(member);
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw repair(
          "expected true or false for " + member + ", found " + Require.quoted(value.toString()));
    }
    return value.asBoolean(false);
  }

  private static void requireObject(JsonNode node) {
    if (!node.isMissingNode() && !node.isObject()) {
      throw repair("expected a JSON object");
    }
  }

  private static void onlyMembers(JsonNode node, Set<String> known) {
    requireObject(node);
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!known.contains(entry.getKey())) {
        throw repair(
            "expected only the members "
                + known.stream().sorted().toList()
                + ", found "
                + Require.quoted(entry.getKey()));
      }
    }
  }

  private static IllegalArgumentException repair(String what) {
    return new IllegalArgumentException(
        what + " in the policygate configuration; repair the policy");
  }
}
