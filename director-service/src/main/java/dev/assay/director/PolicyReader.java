package dev.assay.director;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.runtime.config.ConfigException;
import dev.assay.runtime.config.Yaml;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a policy from YAML; see docs/policy.md for its members. */
public final class PolicyReader {

  private PolicyReader() {}

  record PolicyDocument(
      @Nullable String name, @Nullable Integer retriesMax, Map<String, RuleDocument> verifiers) {

    PolicyDocument {
      if (verifiers == null || verifiers.isEmpty()) {
        throw new ConfigException("expected at least one verifier in the policy, found none");
      }
    }
  }

  record RuleDocument(
      List<ArtifactRole> subjects,
      @Nullable List<ArtifactRole> companions,
      @Nullable String pace,
      @Nullable Long budgetMillis,
      @Nullable JsonNode config) {

    RuleDocument {
      if (subjects == null || subjects.isEmpty()) {
        throw new ConfigException("expected subjects for each verifier of the policy");
      }
      if (pace != null && !pace.equals("fast") && !pace.equals("long")) {
        throw new ConfigException("expected pace fast or long, found " + pace);
      }
    }

    VerifierRule rule() {
      boolean slow = "long".equals(pace);
      JsonNode given = Objects.requireNonNullElse(config, JsonNodeFactory.instance.objectNode());
      return new VerifierRule(
          Set.copyOf(subjects),
          Set.copyOf(Objects.requireNonNullElse(companions, List.of())),
          slow,
          Objects.requireNonNullElse(budgetMillis, slow ? 300_000L : 2_000L),
          CanonicalJson.text(given));
    }
  }

  /** The policy in {@code file}. */
  public static Policy read(Path file, Map<String, String> environment) {
    return policy(Yaml.read(file, PolicyDocument.class, environment));
  }

  /** The policy that is in force when none is configured. */
  public static Policy standard() {
    try (InputStream in = PolicyReader.class.getResourceAsStream("policy.yaml")) {
      String text =
          new String(
              Objects.requireNonNull(in, "the standard policy").readAllBytes(),
              StandardCharsets.UTF_8);
      return policy(Yaml.parse(text, "policy.yaml", PolicyDocument.class, Map.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Policy policy(PolicyDocument document) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    document.verifiers().forEach((type, rule) -> rules.put(type, rule.rule()));
    return new Policy(
        Objects.requireNonNullElse(document.name(), "unnamed"),
        rules,
        Objects.requireNonNullElse(document.retriesMax(), Policy.RETRIES_DEFAULT));
  }
}
