package dev.assay.director;

import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.PolicyRule;
import dev.assay.core.director.PolicyRule.Demand;
import dev.assay.core.director.PolicyRule.When;
import dev.assay.core.director.Required;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Risk;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One rule of the policy: what executions of a kind have to show besides. */
record RuleEntry(@Nullable String name, @Nullable Conditions when, Demands require) {

  private static final int APPROVALS_MAX = 8;

  RuleEntry {
    if (require == null) {
      throw new ConfigException("expected what a rule of the policy requires, found nothing");
    }
  }

  /** Which executions it is about. */
  record Conditions(
      @Nullable List<String> fleets,
      @Nullable List<String> repositories,
      @Nullable List<String> paths,
      @Nullable List<Risk> risks,
      @Nullable List<ArtifactRole> roles) {}

  /** What it demands. */
  record Demands(
      @Nullable List<String> verifiers,
      @Nullable EvidenceBasis evidence,
      @Nullable Risk risk,
      @Nullable Integer approvals) {}

  /** The rule, of a policy that allows these verifiers. */
  PolicyRule rule(Map<String, VerifierRule> allowed) {
    Conditions about = when == null ? new Conditions(null, null, null, null, null) : when;
    List<String> verifiers = entries("require.verifiers", require.verifiers());
    verifiers.forEach(verifier -> requireKnown(Required.of(verifier), allowed));
    return new PolicyRule(
        PolicyDocument.bounded(
            "the name of a rule", Objects.requireNonNullElse(name, "unnamed"), Limits.ID_CHARS_MAX),
        new When(
            texts("when.fleets", about.fleets()),
            texts("when.repositories", about.repositories()),
            texts("when.paths", about.paths()),
            entries("when.risks", about.risks()),
            entries("when.roles", about.roles())),
        new Demand(
            verifiers,
            require.evidence(),
            require.risk(),
            (int)
                PolicyDocument.number(
                    "approvals",
                    require.approvals() == null ? null : require.approvals().longValue(),
                    0,
                    0,
                    APPROVALS_MAX)));
  }

  private static void requireKnown(Required required, Map<String, VerifierRule> allowed) {
    VerifierRule rule = allowed.get(required.verifier());
    if (rule == null) {
      throw new ConfigException(
          "expected verifiers of a rule of the policy to be on the allowlist, found "
              + Require.quoted(required.name()));
    }
    if (required.role() != null && !rule.subjects().contains(required.role())) {
      throw new ConfigException(
          "expected a role that the verifier judges in a rule of the policy, found "
              + Require.quoted(required.name()));
    }
  }

  private static List<String> texts(String field, @Nullable List<String> given) {
    List<String> all = entries(field, given);
    all.forEach(each -> PolicyDocument.bounded(field, each, PolicyRule.PATTERN_CHARS_MAX));
    return all;
  }

  private static <T> List<T> entries(String field, @Nullable List<T> given) {
    List<T> all = Objects.requireNonNullElse(given, List.of());
    if (all.size() > PolicyRule.ENTRIES_MAX || all.stream().anyMatch(Objects::isNull)) {
      throw new ConfigException(
          "expected at most "
              + PolicyRule.ENTRIES_MAX
              + " entries in "
              + field
              + " of a rule of the policy, and none of them empty");
    }
    return all;
  }
}
