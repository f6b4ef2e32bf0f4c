package dev.assay.core.director;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Risk;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the director may ask for and how it governs.
 *
 * @param verifiers the allowlist, by verifier type
 * @param moods what each mood allows and demands
 * @param independent PASS attestations that a promotion needs, by risk
 * @param evidence how what passes has to be known at least, by risk; none as it was before reports
 *     said how they are known: then nothing is demanded, and an execution that names no risk has a
 *     medium one
 * @param rules the bounds and thresholds that executions are planned and judged under
 * @param modelPlans whether planning waits for the suggestion of a model
 * @param demands what executions of certain kinds have to show besides
 */
public record Policy(
    String name,
    NavigableMap<String, VerifierRule> verifiers,
    Map<Mood, MoodRule> moods,
    Map<Risk, Integer> independent,
    Map<Risk, EvidenceBasis> evidence,
    Rules rules,
    boolean modelPlans,
    List<PolicyRule> demands) {

  /** The independent PASS attestations that a promotion needs unless a policy says otherwise. */
  public static final Map<Risk, Integer> INDEPENDENT =
      Map.of(Risk.LOW, 1, Risk.MEDIUM, 1, Risk.HIGH, 2);

  /** How what passes has to be known at least unless a policy says otherwise. */
  public static final Map<Risk, EvidenceBasis> EVIDENCE =
      Map.of(
          Risk.LOW,
          EvidenceBasis.CLAIMED,
          Risk.MEDIUM,
          EvidenceBasis.WITNESSED,
          Risk.HIGH,
          EvidenceBasis.REEXECUTED);

  /** What a verifier of the allowlist is (green-threads 4.2). */
  public enum Kind {
    TESTS,
    LINT,
    BUILD,
    UI_DIFF,
    ANALYSIS,
    POLICY_GATE,
    EVIDENCE,
    /** Says who vouches for other artifacts; what it passes is no check of its own. */
    PROVENANCE
  }

  /**
   * One verifier of the allowlist.
   *
   * @param subjects roles of artifacts that it judges, one request each
   * @param companions roles of artifacts that go with each request
   * @param slow whether it runs in the pool for long work
   * @param budgetMillis wall-clock allowance of a run
   * @param config canonical JSON that the verifier gets
   * @param moods the moods that it starts in, none for every mood
   * @param scopes path patterns of which a touched file must match one, none for every file
   * @param network whether it may use the network
   * @param negativeControls artifacts that it must fail; asked in moods that demand them
   * @param basis the strongest that its reports may rest on, whatever a worker says; null as it was
   *     before reports said how they are known, and none is taken from them
   * @param reproducible whether it says the same of the same bytes whenever it is asked
   * @param lenses those under which it can give another answer; no other is asked for
   * @param ownWords whether the texts of its reports are Assay's own words; those of any other stay
   *     in its reports
   */
  public record VerifierRule(
      Kind kind,
      Set<ArtifactRole> subjects,
      Set<ArtifactRole> companions,
      boolean slow,
      long budgetMillis,
      String config,
      Set<Mood> moods,
      List<String> scopes,
      boolean network,
      List<ArtifactRef> negativeControls,
      @Nullable EvidenceBasis basis,
      boolean reproducible,
      List<String> lenses,
      boolean ownWords) {

    public VerifierRule {
      subjects = Set.copyOf(subjects);
      companions = Set.copyOf(companions);
      moods = Set.copyOf(moods);
      scopes = List.copyOf(scopes);
      negativeControls = List.copyOf(negativeControls);
      lenses = lenses.stream().sorted().toList();
    }

    /** A verifier for every mood and every file, without network, that takes no basis. */
    public static VerifierRule of(
        Set<ArtifactRole> subjects,
        Set<ArtifactRole> companions,
        boolean slow,
        long budgetMillis,
        String config) {
      return new VerifierRule(
          Kind.EVIDENCE,
          subjects,
          companions,
          slow,
          budgetMillis,
          config,
          Set.of(),
          List.of(),
          false,
          List.of(),
          null,
          false,
          List.of(),
          false);
    }

    /**
     * This verifier, whose reports may rest on {@code other}.
     *
     * @param same whether it says the same of the same bytes whenever it is asked
     */
    public VerifierRule with(@Nullable EvidenceBasis other, boolean same) {
      return new VerifierRule(
          kind,
          subjects,
          companions,
          slow,
          budgetMillis,
          config,
          moods,
          scopes,
          network,
          negativeControls,
          other,
          same,
          lenses,
          ownWords);
    }

    /**
     * This verifier, which can give another answer under {@code known}.
     *
     * @param own whether the texts of its reports are Assay's own words
     */
    public VerifierRule withLenses(List<String> known, boolean own) {
      return new VerifierRule(
          kind,
          subjects,
          companions,
          slow,
          budgetMillis,
          config,
          moods,
          scopes,
          network,
          negativeControls,
          basis,
          reproducible,
          known,
          own);
    }
  }

  public Policy {
    verifiers = Collections.unmodifiableNavigableMap(new TreeMap<>(verifiers));
    moods = Map.copyOf(moods);
    independent = Map.copyOf(independent);
    evidence = Map.copyOf(evidence);
    demands = List.copyOf(demands);
  }

  /** A policy with the standard moods, thresholds and bounds. */
  public static Policy of(String name, NavigableMap<String, VerifierRule> verifiers, int retries) {
    return new Policy(
        name,
        verifiers,
        MoodRule.standard(),
        INDEPENDENT,
        EVIDENCE,
        Rules.standard().withRetries(retries),
        false,
        List.of());
  }

  /** What {@code mood} allows and demands. */
  MoodRule mood(Mood mood) {
    MoodRule rule = moods.get(mood);
    return rule == null ? MoodRule.strictest() : rule;
  }

  /**
   * This policy as it was before reports said how they are known, with the digest of then: by it
   * the decisions of an earlier version are rebuilt.
   */
  public Policy beforeEvidence() {
    NavigableMap<String, VerifierRule> rules = new TreeMap<>();
    verifiers.forEach(
        (type, rule) -> rules.put(type, rule.with(null, false).withLenses(List.of(), false)));
    return new Policy(name, rules, moods, independent, Map.of(), this.rules, modelPlans, List.of());
  }

  /** The risk of an execution that names none. */
  Risk unnamedRisk() {
    return evidence.isEmpty() ? Risk.MEDIUM : Risk.LOW;
  }

  /** How what passes has to be known at least; null when nothing is demanded. */
  @Nullable EvidenceBasis evidence(Requirements required) {
    EvidenceBasis asked = required.evidence();
    if (evidence.isEmpty()) {
      return asked;
    }
    EvidenceBasis byRisk = evidence.getOrDefault(required.risk(), EvidenceBasis.REEXECUTED);
    return asked == null || asked.compareTo(byRisk) < 0 ? byRisk : asked;
  }

  int independent(Risk risk) {
    return independent.getOrDefault(risk, 1);
  }

  /** SHA-256 of the canonical policy. */
  public String digest() {
    Map<String, Object> allowed = new TreeMap<>();
    verifiers.forEach((type, rule) -> allowed.put(type, canonical(rule)));
    Map<String, Object> byMood = new TreeMap<>();
    new EnumMap<>(moods).forEach((mood, rule) -> byMood.put(mood.name(), Json.toTree(rule)));
    Map<String, Object> byRisk = new TreeMap<>();
    independent.forEach((risk, count) -> byRisk.put(risk.wire(), count));
    Map<String, Object> members = new TreeMap<>();
    members.put("name", name);
    members.put("verifiers", allowed);
    members.put("moods", byMood);
    members.put("independent", byRisk);
    members.put("rules", Json.toTree(rules));
    members.put("modelPlans", modelPlans);
    if (!evidence.isEmpty()) {
      Map<String, Object> least = new TreeMap<>();
      evidence.forEach((risk, basis) -> least.put(risk.wire(), basis.name()));
      members.put("evidence", least);
    }
    if (!demands.isEmpty()) {
      members.put("demands", Json.toTree(demands));
    }
    return Digests.sha256Hex(Json.canonical(members));
  }

  private static Map<String, Object> canonical(VerifierRule rule) {
    Map<String, Object> members = new TreeMap<>();
    members.put("kind", rule.kind().name().toLowerCase(Locale.ROOT));
    members.put("subjects", names(rule.subjects()));
    members.put("companions", names(rule.companions()));
    members.put("slow", rule.slow());
    members.put("budgetMillis", rule.budgetMillis());
    members.put("config", rule.config());
    members.put("moods", rule.moods().stream().map(Mood::name).sorted().toList());
    members.put("scopes", rule.scopes());
    members.put("network", rule.network());
    members.put("negativeControls", Json.toTree(rule.negativeControls()));
    if (rule.basis() != null) {
      members.put("basis", rule.basis().name());
    }
    if (rule.reproducible()) {
      members.put("reproducible", true);
    }
    if (!rule.lenses().isEmpty()) {
      members.put("lenses", rule.lenses());
    }
    if (rule.ownWords()) {
      members.put("ownWords", true);
    }
    return members;
  }

  private static List<String> names(Set<ArtifactRole> roles) {
    return roles.stream().map(ArtifactRole::wire).sorted().toList();
  }
}
