package dev.assay.core.director;

import dev.assay.core.director.Plan.Expected;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.PolicyRule.Demand;
import dev.assay.core.director.PolicyRule.Watched;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Chooses the verifications of an execution (green-threads 4): verifiers of the allowlist that are
 * required, that failed before, that the mood runs, or that are suggested, for each artifact of a
 * role they judge. What an agent or a model names can only pick from the allowlist, never add to
 * it.
 */
final class Planner {

  /** Requests of one plan. */
  static final int ITEMS_MAX = 160;

  private final Policy policy;
  private final String policyDigest;
  private final Edition edition;

  Planner(Policy policy, Edition edition) {
    this.policy = policy;
    this.edition = edition;
    this.policyDigest = policy.digest();
  }

  /** The plan of an execution that is not verified because of {@code reason}. */
  Plan closed(ExecutionEvent event, GovernanceState now, String reason) {
    Mood mood = now.mood().now();
    Requirements requirements = now.requirements();
    String id = planId(event, mood, requirements, List.of(), new TreeSet<>(List.of(reason)));
    return new Plan(
        id,
        mood,
        requirements.risk(),
        basis(requirements, mood),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        reason);
  }

  /**
   * The plan of an execution.
   *
   * @param now where the work item stands, with what this execution requires
   * @param modelSuggests verifiers that a model suggests
   */
  Plan plan(ExecutionEvent event, GovernanceState now, List<String> modelSuggests) {
    ExecutionData data = event.data();
    Mood mood = now.mood().now();
    Requirements requirements = now.requirements();
    if (!requirements.bounded()) {
      return closed(event, now, Reasons.TOO_MANY_REQUIRED);
    }
    SortedSet<String> suggested = new TreeSet<>(data.suggests());
    suggested.addAll(modelSuggests);
    List<Choice> choices = choices(data, mood, requirements, suggested);
    String planId = planId(event, mood, requirements, choices, suggested);
    List<Plan.Item> items = PlanItems.of(policy, event.data(), planId, now, choices);
    if (items.size() > ITEMS_MAX) {
      return closed(event, now, Reasons.PLAN_TOO_LARGE);
    }
    return new Plan(
        planId,
        mood,
        requirements.risk(),
        basis(requirements, mood),
        Stream.concat(
                choices.stream().map(Choice::verifier), items.stream().map(Plan.Item::verifierType))
            .distinct()
            .map(this::asked)
            .toList(),
        items,
        suggested.stream().filter(this::unknown).toList(),
        requirements.verifiers().stream()
            .filter(name -> unknown(Required.of(name).verifier()))
            .toList(),
        requirements.verifiers().stream().filter(name -> unmet(name, choices)).toList(),
        expected(requirements),
        watched(data, mood, requirements),
        null);
  }

  /** What holds as soon as a verifier sees other files changed than the execution names. */
  private List<Watched> watched(ExecutionData data, Mood mood, Requirements requirements) {
    List<Watched> watched =
        new ArrayList<>(PolicyRule.watched(policy.demands(), data, requirements.risk()));
    MoodRule moodRule = policy.mood(mood);
    policy
        .verifiers()
        .forEach((type, rule) -> {
          boolean judges =
              data.artifacts().stream().anyMatch(a -> rule.subjects().contains(a.role()));
          if (edition.isAfter(Edition.BEFORE_SEEN_SCOPES)
              && judges
              && isOwn(type, rule, moodRule)
              && !inScope(rule, data)) {
            watched.add(new Watched(rule.scopes(), new Demand(List.of(type), null, null, 0)));
          }
        });
    return watched;
  }

  /** Whether {@code mood} runs a verifier for what is in its scope. */
  private static boolean isOwn(String type, VerifierRule rule, MoodRule mood) {
    return (!rule.slow() || mood.slow())
        && !(rule.network() && !mood.network())
        && (mood.verifiers().contains(type) || mood.runs(rule.moods()));
  }

  /** Whether a verifier that is known is required for artifacts that did not come. */
  private boolean unmet(String name, List<Choice> choices) {
    Required required = Required.of(name);
    return !unknown(required.verifier())
        && choices.stream()
            .noneMatch(choice ->
                required.isMetBy(choice.verifier(), choice.artifacts().getFirst().role()));
  }

  private static List<Expected> expected(Requirements requirements) {
    return requirements.failures().stream()
        .filter(failure -> !failure.tests().isEmpty())
        .map(failure ->
            new Expected(
                failure.verifier(),
                failure.role(),
                failure.tests().stream().map(NamedTest::id).toList()))
        .toList();
  }

  private Plan.Verifier asked(String type) {
    VerifierRule rule = Objects.requireNonNull(policy.verifiers().get(type));
    return new Plan.Verifier(
        type,
        rule.config(),
        rule.slow(),
        rule.budgetMillis(),
        rule.basis(),
        rule.kind(),
        rule.reproducible(),
        rule.lenses(),
        rule.ownWords());
  }

  private boolean unknown(String verifier) {
    return !policy.verifiers().containsKey(verifier);
  }

  private Plan.Basis basis(Requirements requirements, Mood mood) {
    return new Plan.Basis(
        policy.name(),
        policyDigest,
        policy.independent(requirements.risk()),
        policy.evidence(requirements),
        requirements.approvals(),
        moods(MoodRule::promotes),
        moods(MoodRule::asks),
        policy.mood(mood).budget(),
        policy.rules(),
        policy.verifiers().values().stream()
            .anyMatch(rule -> rule.kind() == Policy.Kind.PROVENANCE));
  }

  private List<Mood> moods(Predicate<MoodRule> holds) {
    List<Mood> moods = new ArrayList<>();
    for (Mood mood : Mood.values()) {
      if (holds.test(policy.mood(mood))) {
        moods.add(mood);
      }
    }
    return moods;
  }

  /**
   * A verifier that is asked.
   *
   * @param broad whether it is asked only after everything else has passed
   */
  record Choice(String verifier, VerifierRule rule, List<ArtifactRef> artifacts, boolean broad) {}

  private List<Choice> choices(
      ExecutionData data, Mood mood, Requirements requirements, SortedSet<String> suggested) {
    MoodRule moodRule = policy.mood(mood);
    List<Choice> choices = new ArrayList<>();
    policy
        .verifiers()
        .forEach((type, rule) -> {
          boolean named =
              requirements.requires(type)
                  || requirements.failedBefore(type)
                  || suggested.contains(type);
          boolean inScope = inScope(rule, data);
          boolean chosen =
              named
                  || (!rule.slow() || moodRule.slow())
                      && (moodRule.verifiers().contains(type)
                          || moodRule.runs(rule.moods()) && inScope);
          boolean broad = !chosen && moodRule.broadens(rule.moods()) && inScope;
          boolean forbidden = rule.network() && !moodRule.network();
          if ((chosen || broad) && !forbidden) {
            for (ArtifactRef subject : data.artifacts()) {
              if (rule.subjects().contains(subject.role())) {
                choices.add(new Choice(type, rule, withCompanions(subject, rule, data), broad));
              }
            }
          }
        });
    return choices;
  }

  /** An execution that does not say which files it touches may have touched any. */
  private boolean inScope(VerifierRule rule, ExecutionData data) {
    List<String> files = data.target() == null ? List.of() : data.target().files();
    return rule.scopes().isEmpty()
        || files.isEmpty() && edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES)
        || files.stream()
            .anyMatch(file -> rule.scopes().stream().anyMatch(scope -> Glob.matches(scope, file)));
  }

  static List<ArtifactRef> withCompanions(
      ArtifactRef subject, VerifierRule rule, ExecutionData data) {
    List<ArtifactRef> artifacts = new ArrayList<>();
    artifacts.add(subject);
    data.artifacts().stream()
        .filter(a -> rule.companions().contains(a.role()) && !a.equals(subject))
        .forEach(artifacts::add);
    return artifacts;
  }

  private String planId(
      ExecutionEvent event,
      Mood mood,
      Requirements requirements,
      List<Choice> choices,
      SortedSet<String> suggested) {
    ExecutionData data = event.data();
    Map<String, Object> inputs = new LinkedHashMap<>();
    inputs.put("policy", policyDigest);
    inputs.put("execution", event.eventKey());
    inputs.put("attempt", data.attemptNumber());
    inputs.put("mood", mood.name());
    inputs.put("risk", requirements.risk().wire());
    inputs.put(
        "touched",
        data.target() == null
            ? List.of()
            : data.target().files().stream().distinct().sorted().toList());
    inputs.put(
        "choices",
        choices.stream()
            .map(c ->
                Map.of(
                    "verifier", c.verifier(),
                    "artifacts", c.artifacts().stream().map(ArtifactRef::sha256).toList()))
            .toList());
    inputs.put("requires", requirements.verifiers());
    inputs.put("suggests", List.copyOf(suggested));
    if (requirements.evidence() != null) {
      inputs.put("evidence", requirements.evidence().name());
    }
    if (requirements.approvals() > 0) {
      inputs.put("approvals", requirements.approvals());
    }
    List<Expected> expected = expected(requirements);
    if (!expected.isEmpty()) {
      inputs.put("expects", Json.toTree(expected));
    }
    return Json.contentId("plan", inputs);
  }
}
