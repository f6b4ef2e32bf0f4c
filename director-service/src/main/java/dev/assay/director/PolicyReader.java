package dev.assay.director;

import dev.assay.config.Yaml;
import dev.assay.core.director.Policy;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Resources;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads a policy from YAML; see docs/policy.md for its members. */
public final class PolicyReader {

  /** Time for two runs of a command, each as long as one may take unless configured otherwise. */
  private static final long REEXECUTION_MILLIS = 1_800_000;

  private PolicyReader() {}

  /** The policy in {@code file}. */
  public static Policy read(Path file, Map<String, String> environment) {
    return Yaml.read(file, PolicyDocument.class, environment)
        .policy(VerifierCatalog.builtIn().infos());
  }

  /** What is wrong with the policy in {@code file}; the policy itself when nothing is. */
  public static Yaml.Checked<Policy> check(Path file, Map<String, String> environment) {
    Yaml.Checked<PolicyDocument> checked =
        Yaml.check(file, Yaml.Around.NOTHING, PolicyDocument.class, environment);
    PolicyDocument document = checked.value();
    if (document == null || !checked.mistakes().isEmpty()) {
      return new Yaml.Checked<>(null, checked.mistakes());
    }
    try {
      return new Yaml.Checked<>(document.policy(VerifierCatalog.builtIn().infos()), List.of());
    } catch (ConfigException e) {
      return new Yaml.Checked<>(
          null, List.of(new Yaml.Mistake(null, String.valueOf(e.getMessage()))));
    }
  }

  /** The policy that is in force when none is configured. */
  public static Policy standard() {
    return standard("policy.yaml", "{}");
  }

  /** The standard policy before reports said how they are known, by which replay reads old data. */
  public static Policy firstStandard() {
    return standard("policy-1.yaml", "{}").beforeEvidence();
  }

  /**
   * The standard policy that also has workspaces run again.
   *
   * @param scopes patterns of the touched files that are reason to; none means all workspaces
   */
  public static Policy reexecuting(List<String> scopes) {
    return standard(
        "policy.yaml",
        Json.toTree(
                Map.of(
                    "verifiers",
                    Map.of(
                        "reexecution",
                        Map.of(
                            "kind",
                            "tests",
                            "budgetMillis",
                            REEXECUTION_MILLIS,
                            "scopes",
                            scopes))))
            .toString());
  }

  private static Policy standard(String file, String more) {
    String text = new String(Resources.bytes(PolicyReader.class, file), StandardCharsets.UTF_8);
    Yaml.Around around = new Yaml.Around("{}", more);
    return Yaml.parse(text, file, around, PolicyDocument.class, Map.of())
        .policy(VerifierCatalog.builtIn().infos());
  }
}
