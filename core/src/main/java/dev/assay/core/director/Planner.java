package dev.assay.core.director;

import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Chooses the verifications of an execution: every verifier of the allowlist whose roles match an
 * artifact. What the agent suggests or requires can only name verifiers, never add one.
 */
final class Planner {

  private Planner() {}

  static Plan plan(Policy policy, String policyDigest, ExecutionEvent event) {
    ExecutionData data = event.data();
    List<String> refused =
        data.suggests().stream().filter(v -> !policy.verifiers().containsKey(v)).sorted().toList();
    List<String> unknown =
        data.requires().stream().filter(v -> !policy.verifiers().containsKey(v)).sorted().toList();
    List<Choice> choices = choices(policy, data);
    String planId = planId(policyDigest, event, choices);
    List<Plan.Item> items = choices.stream().map(choice -> item(event, planId, choice)).toList();
    List<String> unmet =
        data.requires().stream()
            .filter(policy.verifiers()::containsKey)
            .filter(v -> choices.stream().noneMatch(choice -> choice.verifier().equals(v)))
            .sorted()
            .toList();
    return new Plan(
        planId,
        new Plan.Basis(policy.name(), policyDigest, policy.retriesMax()),
        items,
        refused,
        unknown,
        unmet);
  }

  private record Choice(String verifier, VerifierRule rule, List<ArtifactRef> artifacts) {}

  private static List<Choice> choices(Policy policy, ExecutionData data) {
    List<Choice> choices = new ArrayList<>();
    policy
        .verifiers()
        .forEach((type, rule) -> {
          for (ArtifactRef subject : data.artifacts()) {
            if (rule.subjects().contains(subject.role())) {
              choices.add(new Choice(type, rule, withCompanions(subject, rule, data)));
            }
          }
        });
    return choices;
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

  private static String planId(String policyDigest, ExecutionEvent event, List<Choice> choices) {
    Map<String, Object> inputs = new LinkedHashMap<>();
    inputs.put("policy", policyDigest);
    inputs.put("execution", event.eventKey());
    inputs.put("attempt", event.data().attemptNumber());
    inputs.put(
        "choices",
        choices.stream()
            .map(c ->
                Map.of(
                    "verifier", c.verifier(),
                    "artifacts", c.artifacts().stream().map(ArtifactRef::sha256).toList()))
            .toList());
    inputs.put("requires", event.data().requires().stream().sorted().toList());
    return Digests.sha256Hex("plan:" + Digests.sha256Hex(Json.canonical(inputs)));
  }

  private static Plan.Item item(ExecutionEvent event, String planId, Choice choice) {
    ExecutionData data = event.data();
    Risk risk = Objects.requireNonNullElse(data.risk(), Risk.MEDIUM);
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("plan", planId);
    asked.put("verifier", choice.verifier());
    asked.put("config", choice.rule().config());
    asked.put(
        "artifacts",
        choice.artifacts().stream().map(a -> a.role().wire() + ":" + a.sha256()).toList());
    VerificationRequest request =
        new VerificationRequest(
            Digests.sha256Hex(Json.canonical(asked)),
            data.workItem(),
            event.eventKey(),
            planId,
            data.attemptNumber(),
            choice.verifier(),
            choice.rule().config(),
            choice.artifacts(),
            data.target(),
            data.groundTruth(),
            risk,
            null,
            choice.rule().budgetMillis(),
            event.traceparent());
    return new Plan.Item(request, choice.rule().slow());
  }
}
