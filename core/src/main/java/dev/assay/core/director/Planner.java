package dev.assay.core.director;

import dev.assay.core.director.Plan.Purpose;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Mood;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  Planner(Policy policy) {
    this.policy = policy;
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
    List<Plan.Item> items = items(event, planId, now, choices);
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
        requirements.verifiers().stream().filter(this::unknown).toList(),
        requirements.verifiers().stream()
            .filter(v -> !unknown(v))
            .filter(v -> choices.stream().noneMatch(choice -> choice.verifier().equals(v)))
            .toList(),
        null);
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
        policy.evidence(requirements.risk()),
        moods(MoodRule::promotes),
        moods(MoodRule::asks),
        policy.mood(mood).budget(),
        policy.rules());
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

  private record Choice(
      String verifier, VerifierRule rule, List<ArtifactRef> artifacts, boolean broad) {}

  private List<Choice> choices(
      ExecutionData data, Mood mood, Requirements requirements, SortedSet<String> suggested) {
    MoodRule moodRule = policy.mood(mood);
    List<Choice> choices = new ArrayList<>();
    policy
        .verifiers()
        .forEach((type, rule) -> {
          boolean named =
              requirements.verifiers().contains(type)
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

  private static boolean inScope(VerifierRule rule, ExecutionData data) {
    List<String> files = data.target() == null ? List.of() : data.target().files();
    return rule.scopes().isEmpty()
        || files.stream()
            .anyMatch(file -> rule.scopes().stream().anyMatch(scope -> Glob.matches(scope, file)));
  }

  private static List<ArtifactRef> withCompanions(
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
    return Json.contentId("plan", inputs);
  }

  /**
   * Core first, then its reruns, then negative controls, then what broadens. A verifier that says
   * the same of the same bytes again is not asked again.
   */
  private List<Plan.Item> items(
      ExecutionEvent event, String planId, GovernanceState now, List<Choice> choices) {
    List<Plan.Item> core = new ArrayList<>();
    List<Plan.Item> broad = new ArrayList<>();
    for (Choice choice : choices) {
      Purpose purpose = choice.broad() ? Purpose.BROAD : Purpose.CORE;
      (choice.broad() ? broad : core).add(item(event.data(), planId, choice, null, purpose));
    }
    List<Plan.Item> items = new ArrayList<>(core);
    int reruns = reruns(now, core.size());
    for (Plan.Item item : core) {
      for (int i = 1; i <= reruns && !asked(item.verifierType()).reproducible(); i++) {
        items.add(item.under("independent-rerun-" + i, Purpose.RERUN));
      }
    }
    if (policy.mood(now.mood().now()).negativeControls()) {
      items.addAll(negatives(event.data(), planId, choices));
    }
    items.addAll(broad);
    Set<String> asked =
        choices.stream().map(Choice::verifier).collect(Collectors.toCollection(TreeSet::new));
    for (Plan.Item item : core) {
      checker(event.data(), item, asked, now.mood().now()).ifPresent(items::add);
    }
    return items;
  }

  /**
   * Another verifier of the same kind, which is asked when {@code item} stays undecided: over the
   * same artifact, or over another one of which it knows more directly.
   */
  private Optional<Plan.Item> checker(
      ExecutionData data, Plan.Item item, Set<String> asked, Mood mood) {
    VerifierRule own = Objects.requireNonNull(policy.verifiers().get(item.verifierType()));
    EvidenceBasis basis = own.basis();
    if (basis == null || own.kind() == Policy.Kind.EVIDENCE || policy.evidence().isEmpty()) {
      return Optional.empty();
    }
    for (Map.Entry<String, VerifierRule> other : policy.verifiers().entrySet()) {
      VerifierRule rule = other.getValue();
      EvidenceBasis better = rule.basis();
      boolean asks =
          rule.kind() == own.kind()
              && better != null
              && !asked.contains(other.getKey())
              && (!rule.network() || policy.mood(mood).network());
      for (ArtifactRef artifact : asks ? data.artifacts() : List.<ArtifactRef>of()) {
        boolean same = data.artifacts().indexOf(artifact) == item.artifacts().getFirst();
        if (rule.subjects().contains(artifact.role())
            && (same || better != null && better.compareTo(basis) > 0)) {
          return Optional.of(
              item.checkedBy(
                  other.getKey(),
                  withCompanions(artifact, rule, data).stream()
                      .map(data.artifacts()::indexOf)
                      .toList()));
        }
      }
    }
    return Optional.empty();
  }

  private int reruns(GovernanceState now, int core) {
    int independent = policy.independent(now.requirements().risk());
    int needed = core == 0 ? 0 : Math.ceilDiv(independent, core) - 1;
    return Math.min(MoodRule.RERUNS_MAX, Math.max(needed, policy.mood(now.mood().now()).reruns()));
  }

  private static List<Plan.Item> negatives(
      ExecutionData data, String planId, List<Choice> choices) {
    List<Plan.Item> items = new ArrayList<>();
    SortedSet<String> done = new TreeSet<>();
    for (Choice choice : choices) {
      if (!choice.broad() && done.add(choice.verifier())) {
        for (ArtifactRef bad : choice.rule().negativeControls()) {
          Choice control = new Choice(choice.verifier(), choice.rule(), List.of(bad), false);
          items.add(item(data, planId, control, Plan.NEGATIVE_LENS, Purpose.NEGATIVE));
        }
      }
    }
    return items;
  }

  private static Plan.Item item(
      ExecutionData data, String planId, Choice choice, @Nullable String lens, Purpose purpose) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("plan", planId);
    asked.put("verifier", choice.verifier());
    asked.put("config", choice.rule().config());
    asked.put(
        "artifacts",
        choice.artifacts().stream().map(a -> a.role().wire() + ":" + a.sha256()).toList());
    if (lens != null) {
      asked.put("lens", lens);
    }
    String id = Digests.sha256Hex(Json.canonical(asked));
    boolean negative = purpose == Purpose.NEGATIVE;
    return new Plan.Item(
        id,
        choice.verifier(),
        negative
            ? List.of()
            : choice.artifacts().stream().map(a -> data.artifacts().indexOf(a)).toList(),
        negative ? choice.artifacts().getFirst() : null,
        lens,
        purpose,
        id);
  }
}
