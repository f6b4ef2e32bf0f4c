package dev.assay.core.director;

import dev.assay.core.director.Plan.Purpose;
import dev.assay.core.director.Planner.Choice;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The requests of a plan, made of the verifiers that were chosen. */
final class PlanItems {

  private final Policy policy;
  private final ExecutionData data;

  private PlanItems(Policy policy, ExecutionData data) {
    this.policy = policy;
    this.data = data;
  }

  /**
   * Core first, then its reruns, then negative controls, then what broadens. A verifier that says
   * the same of the same bytes again is not asked again.
   */
  static List<Plan.Item> of(
      Policy policy, ExecutionData data, String planId, GovernanceState now, List<Choice> choices) {
    return new PlanItems(policy, data).items(planId, now, choices);
  }

  private List<Plan.Item> items(String planId, GovernanceState now, List<Choice> choices) {
    List<Plan.Item> core = new ArrayList<>();
    List<Plan.Item> broad = new ArrayList<>();
    for (Choice choice : choices) {
      Purpose purpose = choice.broad() ? Purpose.BROAD : Purpose.CORE;
      (choice.broad() ? broad : core).add(item(planId, choice, null, purpose));
    }
    List<Plan.Item> items = new ArrayList<>(core);
    int reruns = reruns(now, core.size());
    for (Plan.Item item : core) {
      for (int i = 1; i <= reruns && !rule(item.verifierType()).reproducible(); i++) {
        items.add(item.under("independent-rerun-" + i, Purpose.RERUN));
      }
    }
    if (policy.mood(now.mood().now()).negativeControls()) {
      items.addAll(negatives(planId, choices));
    }
    items.addAll(broad);
    Set<String> asked =
        choices.stream().map(Choice::verifier).collect(Collectors.toCollection(TreeSet::new));
    for (Plan.Item item : core) {
      checker(item, asked, now.mood().now()).ifPresent(items::add);
    }
    return items;
  }

  /**
   * Another verifier of the same kind, which is asked when {@code item} stays undecided: over the
   * same artifact, or over another one of which it knows more directly.
   */
  private Optional<Plan.Item> checker(Plan.Item item, Set<String> asked, Mood mood) {
    VerifierRule own = rule(item.verifierType());
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
                  Planner.withCompanions(artifact, rule, data).stream()
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

  private List<Plan.Item> negatives(String planId, List<Choice> choices) {
    List<Plan.Item> items = new ArrayList<>();
    SortedSet<String> done = new TreeSet<>();
    for (Choice choice : choices) {
      if (!choice.broad() && done.add(choice.verifier())) {
        for (ArtifactRef bad : choice.rule().negativeControls()) {
          Choice control = new Choice(choice.verifier(), choice.rule(), List.of(bad), false);
          items.add(item(planId, control, Plan.NEGATIVE_LENS, Purpose.NEGATIVE));
        }
      }
    }
    return items;
  }

  private Plan.Item item(String planId, Choice choice, @Nullable String lens, Purpose purpose) {
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

  private VerifierRule rule(String verifier) {
    return Objects.requireNonNull(policy.verifiers().get(verifier));
  }
}
