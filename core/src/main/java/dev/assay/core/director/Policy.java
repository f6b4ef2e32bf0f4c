package dev.assay.core.director;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the director may ask for and how often it asks again.
 *
 * @param verifiers the allowlist, by verifier type
 * @param retriesMax retries of a failed attempt unless the execution names its own number
 */
public record Policy(String name, NavigableMap<String, VerifierRule> verifiers, int retriesMax) {

  /** Retries unless configured otherwise (delegation-verification, DefaultMaxVerifyRetries). */
  public static final int RETRIES_DEFAULT = 2;

  /**
   * One verifier of the allowlist.
   *
   * @param subjects roles of artifacts that it judges, one request each
   * @param companions roles of artifacts that go with each request
   * @param slow whether it runs in the pool for long work
   * @param budgetMillis wall-clock allowance of a run
   * @param config canonical JSON that the verifier gets
   */
  public record VerifierRule(
      Set<ArtifactRole> subjects,
      Set<ArtifactRole> companions,
      boolean slow,
      long budgetMillis,
      String config) {

    public VerifierRule {
      subjects = Set.copyOf(subjects);
      companions = Set.copyOf(companions);
    }
  }

  public Policy {
    verifiers = java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(verifiers));
  }

  /** SHA-256 of the canonical policy. */
  public String digest() {
    Map<String, Object> rules = new TreeMap<>();
    verifiers.forEach((type, rule) ->
        rules.put(
            type,
            Map.of(
                "subjects", names(rule.subjects()),
                "companions", names(rule.companions()),
                "slow", rule.slow(),
                "budgetMillis", rule.budgetMillis(),
                "config", rule.config())));
    return Digests.sha256Hex(
        Json.canonical(Map.of("name", name, "retriesMax", retriesMax, "verifiers", rules)));
  }

  private static List<String> names(Set<ArtifactRole> roles) {
    return roles.stream().map(ArtifactRole::wire).sorted().toList();
  }
}
