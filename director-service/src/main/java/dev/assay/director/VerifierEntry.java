package dev.assay.director;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.core.director.Policy.Kind;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.VerifierInfo;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One verifier of the allowlist; without subjects it judges what its type does. */
record VerifierEntry(
    @Nullable List<ArtifactRole> subjects,
    @Nullable List<ArtifactRole> companions,
    @Nullable String kind,
    @Nullable String pace,
    @Nullable Long budgetMillis,
    @Nullable List<Mood> moods,
    @Nullable List<String> scopes,
    @Nullable Boolean network,
    @Nullable List<ArtifactRef> negativeControls,
    @Nullable EvidenceBasis basis,
    @Nullable List<String> lenses,
    @Nullable JsonNode config) {

  private static final String PROVENANCE = "provenance";
  private static final long BUDGET_MILLIS_FAST = 2_000;
  private static final long BUDGET_MILLIS_LONG = 300_000;

  VerifierEntry {
    if (subjects != null && subjects.isEmpty()) {
      throw new ConfigException("expected subjects for each verifier of the policy, found none");
    }
    if (pace != null && !pace.equals("fast") && !pace.equals("long")) {
      throw new ConfigException("expected pace fast or long, found " + pace);
    }
  }

  VerifierRule rule(String type, @Nullable VerifierInfo known) {
    if (subjects != null) {
      return rule(Set.copyOf(subjects), Set.of(), VerifierInfo.Pace.FAST, type, known);
    }
    if (known == null) {
      throw new ConfigException(
          "expected subjects of the verifier "
              + Require.quoted(type)
              + " in the policy, found none; name the roles that it judges, or correct its type");
    }
    return rule(known.subjects(), known.companions(), known.pace(), type, known);
  }

  /** What a policy says of a verifier of its own; less than what one of Assay's is able to. */
  private EvidenceBasis most(String type, @Nullable VerifierInfo known) {
    if (known == null) {
      return Objects.requireNonNullElse(basis, EvidenceBasis.CLAIMED);
    }
    if (basis != null && basis.compareTo(known.basis()) > 0) {
      throw new ConfigException(
          "expected the basis of the verifier "
              + type
              + " in the policy to be at most "
              + known.basis()
              + ", found "
              + basis);
    }
    return basis == null ? known.basis() : basis;
  }

  private VerifierRule rule(
      Set<ArtifactRole> judged,
      Set<ArtifactRole> beside,
      VerifierInfo.Pace usual,
      String type,
      @Nullable VerifierInfo known) {
    boolean slow = pace == null ? usual == VerifierInfo.Pace.LONG : pace.equals("long");
    JsonNode given = Objects.requireNonNullElse(config, JsonNodeFactory.instance.objectNode());
    return new VerifierRule(
        kind(type),
        judged,
        companions == null ? beside : Set.copyOf(companions),
        slow,
        PolicyDocument.number(
            "budgetMillis",
            budgetMillis,
            slow ? BUDGET_MILLIS_LONG : BUDGET_MILLIS_FAST,
            1,
            VerificationRequest.BUDGET_MILLIS_MAX),
        PolicyDocument.bounded(
            "config", CanonicalJson.text(given), VerificationRequest.CONFIG_CHARS_MAX),
        Set.copyOf(Objects.requireNonNullElse(moods, List.of())),
        Objects.requireNonNullElse(scopes, List.of()),
        Boolean.TRUE.equals(network),
        Objects.requireNonNullElse(negativeControls, List.of()),
        most(type, known),
        known != null && known.reproducible(),
        lenses(type, known),
        known != null);
  }

  /** Under which lenses it is asked again; a verifier of Assay's knows no others than its own. */
  private List<String> lenses(String type, @Nullable VerifierInfo known) {
    if (lenses == null) {
      return known == null ? List.of() : List.copyOf(known.lenses());
    }
    lenses.forEach(lens -> {
      if (known != null && !known.lenses().contains(lens)) {
        throw new ConfigException(
            "expected lenses of the verifier "
                + type
                + " in the policy out of "
                + known.lenses().stream().sorted().toList()
                + ", found "
                + Require.quoted(lens));
      }
    });
    return lenses;
  }

  /**
   * A document that vouches for others is no check of its own, whatever a policy calls it: else it
   * would promote what nobody has judged.
   */
  private Kind kind(String type) {
    Kind usual = type.equals(PROVENANCE) ? Kind.PROVENANCE : Kind.EVIDENCE;
    Kind given = kind == null ? usual : named(kind);
    if ((given == Kind.PROVENANCE) != (usual == Kind.PROVENANCE)) {
      throw new ConfigException(
          "expected kind provenance of the verifier provenance and of no other, found kind "
              + kind
              + " of "
              + Require.quoted(type));
    }
    return given;
  }

  private static Kind named(String name) {
    for (Kind known : Kind.values()) {
      if (known.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
        return known;
      }
    }
    throw new ConfigException(
        "expected kind tests, lint, build, ui-diff, analysis, policy-gate, evidence or"
            + " provenance, found "
            + name);
  }
}
