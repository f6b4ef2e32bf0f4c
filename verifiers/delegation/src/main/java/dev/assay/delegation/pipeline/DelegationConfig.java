package dev.assay.delegation.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.delegation.DelegationLimits;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the policy asks for, all optional: {@code {"script":"<sha256>","hooks":["<sha256>"...],
 * "args":{...},"roots":["name"...],"allowHosts":["host:port"...]}}. Scripts and hooks are artifacts
 * named by their content.
 *
 * @param script the inline verifier, or null
 * @param hooks hook files in registration order
 * @param args what scripts see as {@code args}
 * @param roots names of directories that the worker grants
 * @param allowHosts hosts out of those that the worker grants
 */
record DelegationConfig(
    @Nullable String script,
    List<String> hooks,
    Map<String, JsonNode> args,
    List<String> roots,
    List<String> allowHosts) {

  DelegationConfig {
    hooks = List.copyOf(Objects.requireNonNullElse(hooks, List.of()));
    args = Map.copyOf(Objects.requireNonNullElse(args, Map.of()));
    roots = List.copyOf(Objects.requireNonNullElse(roots, List.of()));
    allowHosts = List.copyOf(Objects.requireNonNullElse(allowHosts, List.of()));
    List<String> digests = new ArrayList<>(hooks);
    if (script != null) {
      digests.add(script);
    }
    for (String digest : digests) {
      if (!Digests.valid(digest)) {
        throw new IllegalArgumentException(
            "expected scripts and hooks by their SHA-256, found another text");
      }
    }
    if (hooks.size() > DelegationLimits.HOOKS_MAX) {
      throw new IllegalArgumentException(
          "expected at most " + DelegationLimits.HOOKS_MAX + " hooks, found " + hooks.size());
    }
  }

  /**
   * The configuration in a request.
   *
   * @throws IllegalArgumentException when it has another shape
   */
  static DelegationConfig parse(String config) {
    return switch (Json.parse(config.getBytes(StandardCharsets.UTF_8), DelegationConfig.class)) {
      case Parsed.Accepted<DelegationConfig>(DelegationConfig accepted) -> accepted;
      case Parsed.Rejected<DelegationConfig>(var rejection) ->
          throw new IllegalArgumentException("delegation configuration: " + rejection.detail());
    };
  }

  /** SHA-256 of the canonical JSON of everything that was run: the attested command. */
  String commandDigest() {
    Map<String, @Nullable Object> command = new LinkedHashMap<>();
    command.put("script", script);
    command.put("hooks", hooks);
    command.put("args", args);
    command.put("roots", roots);
    command.put("allowHosts", allowHosts);
    return Digests.sha256Hex(Json.canonical(command));
  }
}
