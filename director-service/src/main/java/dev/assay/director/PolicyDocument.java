package dev.assay.director;

import dev.assay.core.director.Budget;
import dev.assay.core.director.MoodRule;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.PolicyRule;
import dev.assay.core.director.Rules;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.VerifierInfo;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A policy as it is written in YAML; what is absent is as in the standard policy. */
record PolicyDocument(
    @Nullable String name,
    @Nullable Integer retriesMax,
    Map<String, @Nullable VerifierEntry> verifiers,
    @Nullable Map<Mood, MoodTable> moods,
    @Nullable Map<String, Integer> independent,
    @Nullable Map<String, EvidenceBasis> evidence,
    @Nullable Thresholds thresholds,
    @Nullable Budgets budgets,
    @Nullable Split split,
    @Nullable Approvals approvals,
    @Nullable List<List<String>> lenses,
    @Nullable Double falsePassUpperMax,
    @Nullable Model model,
    @Nullable List<RuleEntry> rules) {

  private static final long DEADLINE_SECONDS_MAX = Duration.ofDays(365).toSeconds();

  PolicyDocument {
    if (verifiers == null || verifiers.isEmpty()) {
      throw new ConfigException("expected at least one verifier in the policy, found none");
    }
  }

  /** What a mood allows and demands; absent members are as in the standard table. */
  record MoodTable(
      @Nullable List<Mood> includes,
      @Nullable List<String> verifiers,
      @Nullable List<Mood> broadens,
      @Nullable Boolean slow,
      @Nullable Boolean promotes,
      @Nullable Boolean asks,
      @Nullable Integer reruns,
      @Nullable Boolean negativeControls,
      @Nullable Boolean network,
      @Nullable Budgets budgets) {

    MoodRule over(MoodRule standard) {
      return new MoodRule(
          Objects.requireNonNullElse(includes, standard.includes()),
          Objects.requireNonNullElse(verifiers, standard.verifiers()),
          Objects.requireNonNullElse(broadens, standard.broadens()),
          Objects.requireNonNullElse(slow, standard.slow()),
          Objects.requireNonNullElse(promotes, standard.promotes()),
          Objects.requireNonNullElse(asks, standard.asks()),
          number("reruns", reruns, standard.reruns(), 0, MoodRule.RERUNS_MAX),
          Objects.requireNonNullElse(negativeControls, standard.negativeControls()),
          Objects.requireNonNullElse(network, standard.network()),
          budgets == null ? standard.budget() : budgets.over(standard.budget()));
    }
  }

  /** When repeated failures change something. */
  record Thresholds(
      @Nullable Integer sameSignature,
      @Nullable Integer failures,
      @Nullable Integer split,
      @Nullable Integer halt) {}

  /** What one work item may use, altogether or in a mood. */
  record Budgets(
      @Nullable Integer attempts, @Nullable Integer verifications, @Nullable Long verifierMillis) {

    Budget over(Budget standard) {
      return new Budget(
          number("attempts", attempts, standard.attemptsMax(), 1, Budget.LARGEST.attemptsMax()),
          number(
              "verifications",
              verifications,
              standard.verificationsMax(),
              1,
              Budget.LARGEST.verificationsMax()),
          number(
              "verifierMillis",
              verifierMillis,
              standard.verifierMillisMax(),
              1,
              Budget.LARGEST.verifierMillisMax()));
    }
  }

  /** How a work item is split. */
  record Split(@Nullable Integer children, @Nullable Integer depth) {}

  /** How people are asked. */
  record Approvals(@Nullable Long deadlineSeconds, @Nullable Boolean onEscalate) {}

  /** What a model may do. */
  record Model(@Nullable Boolean plan) {}

  /**
   * The policy.
   *
   * @param known what is known of verifiers, by type
   */
  Policy policy(Map<String, VerifierInfo> known) {
    TreeMap<String, VerifierRule> allowed = new TreeMap<>();
    verifiers.forEach((type, entry) -> {
      if (entry == null) {
        throw new ConfigException(
            "expected members of the verifier "
                + Require.quoted(type)
                + " in the policy, found none; {} takes what is known of it");
      }
      allowed.put(
          bounded("the name of a verifier", type, Limits.ID_CHARS_MAX),
          entry.rule(type, known.get(type)));
    });
    Map<Mood, MoodRule> table = new EnumMap<>(MoodRule.standard());
    if (moods != null) {
      moods.forEach((mood, given) ->
          table.compute(mood, (_, standard) -> given.over(Objects.requireNonNull(standard))));
    }
    table.forEach((mood, rule) ->
        rule.verifiers()
            .forEach(type -> {
              if (!allowed.containsKey(type)) {
                throw new ConfigException(
                    "expected verifiers of mood "
                        + mood
                        + " to be on the allowlist, found "
                        + type);
              }
            }));
    return new Policy(
        bounded("name", Objects.requireNonNullElse(name, "unnamed"), Limits.ID_CHARS_MAX),
        allowed,
        table,
        byRisk(),
        leastByRisk(),
        bounds(),
        model != null && Boolean.TRUE.equals(model.plan()),
        demands(allowed));
  }

  private List<PolicyRule> demands(Map<String, VerifierRule> allowed) {
    List<RuleEntry> given = Objects.requireNonNullElse(rules, List.of());
    number("rules", given.size(), 0, 0, PolicyRule.RULES_MAX);
    return given.stream().map(rule -> rule.rule(allowed)).toList();
  }

  private Map<Risk, Integer> byRisk() {
    Map<Risk, Integer> counts = new EnumMap<>(Policy.INDEPENDENT);
    if (independent != null) {
      independent.forEach((name, count) -> {
        Risk risk = risk("independent", name);
        int standard = Objects.requireNonNull(Policy.INDEPENDENT.get(risk));
        counts.put(risk, number("independent", count, standard, 1, 1 + MoodRule.RERUNS_MAX));
      });
    }
    return counts;
  }

  private Map<Risk, EvidenceBasis> leastByRisk() {
    Map<Risk, EvidenceBasis> least = new EnumMap<>(Policy.EVIDENCE);
    if (evidence != null) {
      evidence.forEach((name, basis) -> {
        if (basis != null) {
          least.put(risk("evidence", name), basis);
        }
      });
    }
    return least;
  }

  private static Risk risk(String member, String name) {
    for (Risk risk : Risk.values()) {
      if (risk.wire().equals(name)) {
        return risk;
      }
    }
    throw new ConfigException(
        "expected low, medium or high in "
            + member
            + " of the policy, found "
            + Require.quoted(name));
  }

  private Rules bounds() {
    Rules standard = Rules.standard();
    Thresholds t = thresholds == null ? new Thresholds(null, null, null, null) : thresholds;
    Split s = split == null ? new Split(null, null) : split;
    Approvals a = approvals == null ? new Approvals(null, null) : approvals;
    Rules rules =
        new Rules(
            number("retriesMax", retriesMax, standard.retriesMax(), 0, Limits.RETRIES_MAX),
            number("sameSignature", t.sameSignature(), standard.sameSignatureAt(), 2, 100),
            number("failures", t.failures(), standard.failuresAt(), 2, 100),
            number("split", t.split(), standard.splitAt(), 2, 100),
            number("halt", t.halt(), standard.haltAt(), 2, 100),
            number("children", s.children(), standard.childrenMax(), 2, Limits.VERIFIERS_MAX),
            number("depth", s.depth(), standard.splitDepthMax(), 0, 8),
            budgets == null ? standard.budget() : budgets.over(standard.budget()),
            number(
                "deadlineSeconds",
                a.deadlineSeconds(),
                standard.approvalSeconds(),
                1,
                DEADLINE_SECONDS_MAX),
            Objects.requireNonNullElse(a.onEscalate(), standard.askOnEscalate()),
            share("falsePassUpperMax", falsePassUpperMax, standard.falsePassUpperMax()),
            lenses == null
                ? standard.lensRounds()
                : lenses.stream().map(Rules.LensRound::new).toList());
    long count = rules.lensRounds().stream().mapToLong(round -> round.lenses().size()).sum();
    number("lenses", (int) count, 0, 0, Rules.LENSES_MAX);
    if (rules.haltAt() < rules.splitAt() || rules.splitAt() < rules.sameSignatureAt()) {
      throw new ConfigException(
          "expected thresholds sameSignature <= split <= halt, found "
              + rules.sameSignatureAt()
              + ", "
              + rules.splitAt()
              + ", "
              + rules.haltAt());
    }
    return rules;
  }

  /** What no request or statement could carry would leave every execution refused. */
  static String bounded(String field, String text, int charsMax) {
    if (text.length() > charsMax) {
      throw new ConfigException(
          "expected at most "
              + charsMax
              + " characters in "
              + field
              + " of the policy, found "
              + text.length());
    }
    return text;
  }

  private static int number(String field, @Nullable Integer given, int standard, int min, int max) {
    Long wide = given == null ? null : given.longValue();
    return Math.toIntExact(number(field, wide, standard, min, max));
  }

  static long number(String field, @Nullable Long given, long standard, long min, long max) {
    long value = Objects.requireNonNullElse(given, standard);
    if (value < min || value > max) {
      throw new ConfigException(
          "expected " + field + " between " + min + " and " + max + ", found " + value);
    }
    return value;
  }

  private static double share(String field, @Nullable Double given, double standard) {
    double value = Objects.requireNonNullElse(given, standard);
    if (!(value >= 0 && value <= 1)) {
      throw new ConfigException("expected " + field + " between 0 and 1, found " + value);
    }
    return value;
  }
}
