package dev.assay.core.sim;

import dev.assay.core.director.DecisionOutputs;
import dev.assay.core.director.Emission;
import dev.assay.core.director.GovernanceState;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemValue.GovernanceEntry;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.sim.Item.Execution;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ControlState.Assertion;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of every step of the director, whatever came and in whatever order. A function of
 * the state before and the outcome; none of it calls the code that decides.
 */
final class Invariants {

  private static final int CONTROL_STATE_BYTES_MAX = 64 * 1024;

  private final Promotions promotions = new Promotions();

  /** Throws an AssertionError that says what does not hold. */
  void check(Item before, Item.Step outcome) {
    Item next = outcome.next();
    historyStands(before, next);
    decisionsChain(next);
    oneAfterTheOther(next);
    List<DecisionOutputs> fresh = fresh(before, next);
    everythingNewIsSaid(before, outcome, fresh);
    for (DecisionOutputs ruling : fresh) {
      if (ruling.decision().kind() == DecisionKind.PROMOTE) {
        promotions.check(before, next, ruling);
      }
      failuresLeaveHypotheses(next, ruling.decision());
    }
    assertionsStand(next.governance());
    answersAssertNothing(before, next);
    haltsHold(before, next, fresh);
    questionsEndOnce(before, next, fresh);
    shows(next, outcome.emissions());
  }

  /** All rulings of {@code state} in the order they were made. */
  static List<DecisionOutputs> rulings(Item state) {
    List<DecisionOutputs> rulings = new ArrayList<>();
    state.executions().stream()
        .map(Execution::outputs)
        .filter(Objects::nonNull)
        .forEach(rulings::add);
    state.facts().stream()
        .map(GovernanceEntry::outputs)
        .filter(Objects::nonNull)
        .forEach(rulings::add);
    rulings.sort(Comparator.comparingInt(ruling -> ruling.decision().ordinal()));
    return rulings;
  }

  /** Whether {@code again}, said after {@code state}, leaves out nothing that {@code said} said. */
  static boolean saysAgain(List<Emission> said, List<Emission> again, Item state) {
    Set<Emission> now = new HashSet<>(again);
    return said.stream()
        .allMatch(emission ->
            switch (emission) {
              case Emission.PublishWorkItem _, Emission.Refuse _ -> true;
              case Emission.RequestVerification(var request, _) ->
                  now.contains(emission) || !isAwaited(state, request);
              case Emission.Attest _, Emission.Decide _, Emission.NotifyWorkItem _ ->
                  now.contains(emission);
            });
  }

  /** Whether it is not answered, and its execution was not decided without. */
  private static boolean isAwaited(Item state, VerificationRequest request) {
    return state.executions().stream()
        .filter(execution -> execution.event().eventKey().equals(request.eventKey()))
        .anyMatch(execution ->
            execution.outputs() == null
                && execution.reports().stream()
                    .noneMatch(report -> report.message().requestId().equals(request.requestId())));
  }

  static void that(boolean holds, String claim) {
    if (!holds) {
      throw new AssertionError(claim);
    }
  }

  private static List<DecisionOutputs> fresh(Item before, Item next) {
    int known = before.governance().progress().decisions();
    return rulings(next).stream().filter(r -> r.decision().ordinal() > known).toList();
  }

  private static void historyStands(Item before, Item next) {
    that(next.executions().size() >= before.executions().size(), "no execution is forgotten");
    for (int i = 0; i < before.executions().size(); i++) {
      Execution old = before.executions().get(i);
      Execution now = next.executions().get(i);
      that(old.event().equals(now.event()), "an execution keeps its content");
      that(old.plan() == null || old.plan().equals(now.plan()), "a plan is never changed");
      that(old.outputs() == null || old.outputs().equals(now.outputs()), "a decision is final");
      that(
          now.reports().size() >= old.reports().size()
              && now.reports().subList(0, old.reports().size()).equals(old.reports()),
          "the first report on a request stands");
    }
    that(
        next.facts().size() >= before.facts().size()
            && next.facts().subList(0, before.facts().size()).equals(before.facts()),
        "a fact stands as it first came");
  }

  private static void decisionsChain(Item state) {
    Mood mood = Mood.CALM;
    int ordinal = 0;
    for (DecisionOutputs ruling : rulings(state)) {
      Decision decision = ruling.decision();
      that(decision.ordinal() == ++ordinal, "decisions are numbered without gaps");
      that(decision.moodBefore() == mood, "a decision's mood is the one after the decision before");
      mood = decision.moodAfter();
    }
    that(state.governance().progress().decisions() == ordinal, "every decision is counted");
    Mood since =
        state.governance().mood().transitions().isEmpty()
            ? state.governance().mood().now()
            : state.governance().mood().transitions().getFirst().from();
    that(since == mood, "no change of mood goes untold");
  }

  private static void oneAfterTheOther(Item state) {
    boolean open = false;
    for (Execution execution : state.executions()) {
      that(!open || execution.plan() == null, "attempts are judged one after the other");
      open |= execution.outputs() == null;
    }
  }

  private static void everythingNewIsSaid(
      Item before, Item.Step outcome, List<DecisionOutputs> fresh) {
    Set<String> decided = new HashSet<>();
    Set<String> attested = new HashSet<>();
    for (Emission emission : outcome.emissions()) {
      if (emission instanceof Emission.Attest attest) {
        attested.add(attest.statement().id());
      } else if (emission instanceof Emission.Decide(var decision)) {
        decided.add(decision.id());
      }
    }
    for (DecisionOutputs ruling : fresh) {
      that(decided.contains(ruling.decision().id()), "a new decision is sent");
      ruling
          .statements()
          .forEach(text ->
              that(attested.contains(Promotions.id(text)), "what a decision makes is attested"));
    }
    for (int i = 0; i < outcome.next().executions().size(); i++) {
      Execution execution = outcome.next().executions().get(i);
      boolean known = i < before.executions().size();
      int seen = known ? before.executions().get(i).reports().size() : 0;
      for (ReportFact report : execution.reports().subList(seen, execution.reports().size())) {
        String id = Statements.verification(report.message(), report.time()).id();
        that(attested.contains(id), "a report that is accepted is attested");
      }
    }
  }

  private static void failuresLeaveHypotheses(Item next, Decision decision) {
    if (decision.reasons().contains("VERIFICATION_FAILED")) {
      that(
          decision.kind() != DecisionKind.PROMOTE
              && next.governance().registers().hypothesize().stream()
                  .noneMatch(h -> h.discriminatingTest().isBlank() || h.iterationsMax() < 1)
              && !next.governance().registers().hypothesize().isEmpty(),
          "a failure leaves a hypothesis with its discriminating test and budget");
    }
  }

  private static void assertionsStand(GovernanceState standing) {
    for (Assertion assertion : standing.registers().asserts()) {
      Optional<Atom> atom =
          standing.atoms().stream().filter(a -> a.id().equals(assertion.atom())).findFirst();
      that(
          atom.isPresent() && atom.get().state() == AtomState.PROMOTED,
          "ASSERT cites promoted atoms only");
      that(
          atom.get().promotion() != null
              && assertion.attestations().getFirst().equals(atom.get().promotion()),
          "ASSERT names the attestation of the promotion");
      that(assertion.attestations().size() > 1, "ASSERT names what the promotion rests on");
    }
  }

  private static void answersAssertNothing(Item before, Item next) {
    if (next.facts().size() > before.facts().size()) {
      GovernanceFact fact = next.facts().getLast().fact();
      that(
          fact.kind() != GovernanceKind.APPROVAL_ANSWERED || "approve".equals(fact.role()),
          "nobody answers without the role for it");
      boolean person =
          fact.kind() == GovernanceKind.APPROVAL_ANSWERED
              || fact.kind() == GovernanceKind.APPROVAL_EXPIRED && fact.answer() == null;
      that(
          !person
              || next.governance()
                  .registers()
                  .asserts()
                  .equals(before.governance().registers().asserts()),
          "a person's answer never changes ASSERT");
    }
  }

  private static void haltsHold(Item before, Item next, List<DecisionOutputs> fresh) {
    if (!before.governance().halted()) {
      return;
    }
    boolean told =
        next.facts().size() > before.facts().size()
            && next.facts().getLast().fact().kind() == GovernanceKind.APPROVAL_ANSWERED;
    that(told || next.governance().halted(), "only a person resumes a halted work item");
    that(
        told
            || fresh.stream()
                .map(ruling -> ruling.decision().kind())
                .allMatch(kind -> kind == DecisionKind.HALT || kind == DecisionKind.DEMOTE),
        "a halted work item goes nowhere before a person resumes it");
  }

  private static void questionsEndOnce(Item before, Item next, List<DecisionOutputs> fresh) {
    Question old = before.governance().question();
    Question now = next.governance().question();
    if (now != null && !now.equals(old)) {
      Decision asks =
          fresh.stream()
              .map(DecisionOutputs::decision)
              .filter(decision -> now.approval().equals(decision.approval()))
              .findFirst()
              .orElseThrow(() -> new AssertionError("a question is told with a decision"));
      that(
          rulings(before).stream()
              .noneMatch(r ->
                  r.decision().approval() != null
                      && r.decision().approval().id().equals(now.approval().id())),
          "a question that ended is not asked again");
      that(
          now.approval().options().contains(now.approval().defaultAnswer())
              && now.approval().options().contains(now.proceed())
              && !now.approval().defaultAnswer().equals(now.proceed())
              && now.approval().deadline().compareTo(asks.time()) > 0,
          "a question has a deadline and a conservative default");
    }
    if (old != null && !old.equals(now)) {
      long ends =
          next.facts().subList(before.facts().size(), next.facts().size()).stream()
              .filter(entry -> old.approval().id().equals(entry.fact().subject()))
              .count();
      boolean overtaken =
          fresh.stream()
              .anyMatch(ruling ->
                  next.executions().stream()
                      .anyMatch(e -> ruling.equals(e.outputs()) && closed(e) == null));
      that(ends == 1 || ends == 0 && overtaken, "a question ends answered, expired or overtaken");
    }
    that(
        !next.governance().halted() || now != null || keptHalted(next),
        "a halted work item has a question, or its answer was to stay halted");
    for (GovernanceEntry entry : next.facts().subList(before.facts().size(), next.facts().size())) {
      if (entry.fact().kind() == GovernanceKind.APPROVAL_EXPIRED && entry.fact().answer() == null) {
        that(
            entry.outputs() != null && entry.outputs().decision().kind() == DecisionKind.HALT,
            "the default of an expired question comes into force");
      }
    }
  }

  private static boolean keptHalted(Item state) {
    return state.facts().stream()
        .map(GovernanceEntry::fact)
        .anyMatch(fact ->
            fact.kind() == GovernanceKind.APPROVAL_EXPIRED && fact.answer() == null
                || fact.kind() == GovernanceKind.APPROVAL_ANSWERED);
  }

  static @Nullable String closed(Execution execution) {
    return execution.plan() == null ? null : execution.plan().closed();
  }

  private static void shows(Item next, List<Emission> emissions) {
    if (emissions.isEmpty()
        || !(emissions.getLast() instanceof Emission.PublishWorkItem(WorkItem shown))) {
      return;
    }
    List<DecisionOutputs> rulings = rulings(next);
    boolean open = next.executions().stream().anyMatch(e -> e.outputs() == null);
    WorkItemStatus expected =
        open
            ? WorkItemStatus.VERIFYING
            : rulings.isEmpty()
                ? WorkItemStatus.PENDING
                : status(rulings.getLast().decision().kind());
    that(shown.status() == expected, "the status agrees with the last decision");
    that(shown.decisions() == rulings.size(), "every decision shows");
    for (Assertion assertion : shown.controlState().asserts()) {
      that(
          shown.atoms().stream()
              .anyMatch(a -> a.id().equals(assertion.atom()) && a.state() == AtomState.PROMOTED),
          "what is asserted shows as promoted");
    }
    int bytes =
        Json.write(shown.controlState()).length
            + Json.write(shown.atoms()).length
            + ",\"atoms\":".length();
    that(bytes <= CONTROL_STATE_BYTES_MAX, "the control state keeps within 64 KiB");
  }

  private static WorkItemStatus status(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> WorkItemStatus.PROMOTED;
      case RETRY, CONTINUE -> WorkItemStatus.RETRYING;
      case SPLIT -> WorkItemStatus.SPLIT;
      case ESCALATE -> WorkItemStatus.ESCALATED;
      case HALT -> WorkItemStatus.HALTED;
      case DEMOTE -> WorkItemStatus.DEMOTED;
      case REQUEST_APPROVAL -> WorkItemStatus.WAITING_FOR_HUMAN;
    };
  }
}
