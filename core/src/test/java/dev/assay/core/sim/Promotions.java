package dev.assay.core.sim;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.director.DecisionOutputs;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.Plan;
import dev.assay.core.director.Plan.Purpose;
import dev.assay.core.director.Rules.LensRound;
import dev.assay.core.sim.Item.Execution;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What must hold of every promotion, judged anew from the reports. */
final class Promotions {

  void check(Item before, Item next, DecisionOutputs ruling) {
    String promotion = ruling.decision().promotion();
    Invariants.that(promotion != null, "a promotion is attested");
    Invariants.that(!before.governance().halted(), "nothing is promoted while halted");
    JsonNode summary = summary(ruling, Objects.requireNonNull(promotion));
    Atom atom =
        next.governance().atoms().stream()
            .filter(a -> promotion.equals(a.promotion()) && a.state() == AtomState.PROMOTED)
            .findFirst()
            .orElseThrow(() -> new AssertionError("a promotion leaves a promoted atom"));
    Execution execution =
        next.executions().stream()
            .filter(e -> e.event().eventKey().equals(atom.id()))
            .findFirst()
            .orElseThrow();
    Invariants.that(
        ruling.decision().eventKey().equals(atom.id()), "a promotion is decided about its atom");
    Plan plan = Objects.requireNonNull(execution.plan());
    Invariants.that(
        plan.closed() == null && plan.verifiable(), "nothing unverifiable or empty is promoted");
    Invariants.that(
        plan.basis().promoting().contains(plan.mood())
            && plan.basis().promoting().contains(ruling.decision().moodAfter()),
        "nothing is promoted in a mood that does not promote");
    Invariants.that(passes(plan, execution), "nothing is promoted that did not pass");
    Invariants.that(
        independent(plan, execution) >= plan.basis().independent(),
        "a promotion rests on as many independent passes as the risk demands");
    Invariants.that(
        plan.basis().evidence() != EvidenceBasis.REEXECUTED
            || passed(plan, execution).stream().anyMatch(Promotions::isAgain),
        "a promotion at a risk that demands it rests on a run of its own");
    Invariants.that(
        next.governance().family().children().stream()
            .allMatch(c -> c.state() == ChildState.PROMOTED),
        "nothing is promoted before its children");
    nothingFailedSince(next, execution);
    citesItsEvidence(next, execution, summary);
  }

  static String id(String statement) {
    return Digests.sha256Hex(statement);
  }

  private static JsonNode summary(DecisionOutputs ruling, String promotion) {
    String text =
        ruling.statements().stream()
            .filter(s -> id(s).equals(promotion))
            .findFirst()
            .orElseThrow(() -> new AssertionError("a promotion's attestation is made with it"));
    JsonNode statement =
        switch (Json.tree(text.getBytes(StandardCharsets.UTF_8))) {
          case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
          case Parsed.Rejected<JsonNode>(var rejection) -> throw rejection.asException();
        };
    Invariants.that(
        statement.path("predicateType").asText().equals(Statement.VERIFICATION_SUMMARY)
            && statement.path("predicate").path("verificationResult").asText().equals("PASSED"),
        "a promotion is a passed verification summary");
    return statement;
  }

  /** Whether the reports are a pass: each subject passed, each known-bad artifact failed. */
  private static boolean passes(Plan plan, Execution execution) {
    for (Plan.Item item : plan.items()) {
      boolean subject = item.purpose() == Purpose.CORE || item.purpose() == Purpose.BROAD;
      if (item.purpose() == Purpose.NEGATIVE
          ? !results(execution, List.of(item.requestId())).equals(List.of(Result.FAIL))
          : subject && !subjectPasses(plan, execution, item)) {
        return false;
      }
    }
    return true;
  }

  private static boolean subjectPasses(Plan plan, Execution execution, Plan.Item item) {
    List<String> asked =
        plan.items().stream()
            .filter(other -> other.of().equals(item.of()))
            .map(other -> other.requestId())
            .toList();
    List<Result> first = results(execution, asked);
    if (first.size() == asked.size() && Set.copyOf(first).equals(Set.of(Result.PASS))) {
      return true;
    }
    if (first.stream().allMatch(result -> result == Result.FAIL)) {
      return false;
    }
    boolean flaky = first.contains(Result.FLAKY) || Set.copyOf(first).size() > 1;
    List<LensRound> rounds = plan.basis().rules().lensRounds();
    for (LensRound round : flaky ? List.of(together(rounds)) : rounds) {
      List<Result> seen =
          execution.reports().stream()
              .map(ReportFact::message)
              .filter(m -> m.lens() != null && round.lenses().contains(m.lens()))
              .filter(m -> m.report().verifierType().equals(item.verifierType()))
              .filter(m -> m.artifacts().equals(asked(plan, execution, item).artifacts()))
              .map(m -> m.report().result())
              .toList();
      if (seen.size() == round.lenses().size() && Set.copyOf(seen).equals(Set.of(Result.PASS))) {
        return true;
      }
      if (!Set.copyOf(seen).equals(Set.of(Result.INCONCLUSIVE))) {
        return false;
      }
    }
    return false;
  }

  private static LensRound together(List<LensRound> rounds) {
    return new LensRound(rounds.stream().flatMap(round -> round.lenses().stream()).toList());
  }

  private static VerificationRequest asked(Plan plan, Execution execution, Plan.Item item) {
    return plan.request(execution.event(), execution.event().eventKey(), item);
  }

  private static List<Result> results(Execution execution, List<String> requests) {
    return execution.reports().stream()
        .map(ReportFact::message)
        .filter(message -> requests.contains(message.requestId()))
        .map(message -> message.report().result())
        .toList();
  }

  /**
   * In the simulated world tests are run again each time, so that each run stands for itself; all
   * that the other verifiers say is claimed by the same party.
   */
  private static long independent(Plan plan, Execution execution) {
    List<ReportMessage> passed = passed(plan, execution);
    long again = passed.stream().filter(Promotions::isAgain).count();
    return again + (again < passed.size() ? 1 : 0);
  }

  private static boolean isAgain(ReportMessage message) {
    return message.basis() == EvidenceBasis.REEXECUTED;
  }

  /** The passes about the execution itself, one for each request. */
  private static List<ReportMessage> passed(Plan plan, Execution execution) {
    Set<String> negative =
        plan.items().stream()
            .filter(item -> item.purpose() == Purpose.NEGATIVE)
            .map(item -> item.requestId())
            .collect(Collectors.toSet());
    return execution.reports().stream()
        .map(ReportFact::message)
        .filter(m -> m.report().result() == Result.PASS && !negative.contains(m.requestId()))
        .toList();
  }

  private static void nothingFailedSince(Item next, Execution promoted) {
    int index = next.executions().indexOf(promoted);
    for (Execution later : next.executions().subList(index + 1, next.executions().size())) {
      DecisionOutputs ruling = later.outputs();
      Invariants.that(
          ruling == null || !ruling.decision().reasons().contains("VERIFICATION_FAILED"),
          "nothing is promoted that a later attempt contradicts");
    }
  }

  private static void citesItsEvidence(Item next, Execution execution, JsonNode statement) {
    Set<String> cited = new HashSet<>();
    statement
        .path("predicate")
        .path("inputAttestations")
        .forEach(input -> cited.add(input.path("digest").path("sha256").asText()));
    Set<String> evidence =
        execution.reports().stream()
            .map(fact -> Statements.verification(fact.message(), fact.time()).id())
            .collect(Collectors.toCollection(HashSet::new));
    next.governance().family().children().stream()
        .map(Child::promotion)
        .filter(Objects::nonNull)
        .forEach(evidence::add);
    Invariants.that(cited.equals(evidence), "a promotion cites all of its inputs and no others");
    Set<String> subjects = new HashSet<>();
    statement
        .path("subject")
        .forEach(subject -> subjects.add(subject.path("digest").path("sha256").asText()));
    Set<String> artifacts =
        execution.event().data().artifacts().stream()
            .map(a -> a.sha256())
            .collect(Collectors.toSet());
    Invariants.that(subjects.equals(artifacts), "a promotion is about what was verified");
  }
}
