package dev.assay.core.director;

import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Change;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.core.mood.MoodEvent;
import dev.assay.core.mood.MoodMachine;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about an execution whose reports are complete (green-threads 2.3, 6 and 7). A pure
 * function of where the work item stands and what was found.
 */
final class Governor {

  /** What was decided and where it leaves the work item. */
  record Decided(GovernanceState next, DecisionOutputs ruling) {}

  private Governor() {}

  /** The standing in which the next execution is planned. */
  static GovernanceState begin(GovernanceState now, boolean first, Set<MoodHint> hints) {
    Change change = now.change();
    MoodMachine.next(now.mood(), now.moodBefore(), new MoodEvent.Began(first, hints))
        .ifPresent(change::move);
    return change.done();
  }

  /** Decides about {@code execution}, all of whose requests are answered. */
  static Decided settle(GovernanceState now, Execution execution, Plan plan) {
    Verdict verdict = Verdict.of(plan, execution);
    String time = execution.time();
    for (ReportFact report : execution.reports()) {
      time = GovernanceState.later(time, report.time());
    }
    List<String> attestations = verdict.reports().stream().map(ReportFact::attestation).toList();
    Change next = now.change().at(time);
    Rules rules = plan.basis().rules();
    next.question = plan.closed() == null && !now.halted() ? null : now.question();
    next.cost = spent(now.cost(), verdict, plan);
    count(next, verdict, now);
    move(next, verdict, now, rules);
    DecisionBuilder draft =
        new DecisionBuilder(execution, plan.basis(), plan.id(), next, now, attestations);
    next.registers = ControlStateUpdates.disclosed(next.registers, verdict.reports(), attestations);
    decide(draft, verdict, plan);
    next.registers =
        ControlStateUpdates.framed(
            next.registers,
            next.mood,
            next.cost.attempts(),
            (int) next.atoms.stream().filter(a -> a.promotion() != null).count());
    return draft.finish();
  }

  private static Cost spent(Cost before, Verdict verdict, Plan plan) {
    long millis =
        verdict.reports().stream()
            .mapToLong(report -> Math.max(0, report.message().durationMillis()))
            .sum();
    boolean rerunSaved = Reasons.HALTED.equals(plan.closed());
    return before.decided(verdict.reports().size(), millis, rerunSaved);
  }

  private static void count(Change next, Verdict verdict, GovernanceState now) {
    switch (verdict.judgement()) {
      case FAILED -> {
        boolean same = now.sameSignature() > 0 && verdict.signatures().equals(now.signatures());
        next.sameSignature = same ? now.sameSignature() + 1 : 1;
        next.signatures = verdict.signatures();
        next.failures = now.failures() + 1;
      }
      case PASSED -> {
        next.sameSignature = 0;
        next.signatures = List.of();
        next.failures = 0;
      }
      case UNDECIDED -> {}
    }
  }

  private static void move(Change next, Verdict verdict, GovernanceState now, Rules rules) {
    MoodEvent judged =
        new MoodEvent.Judged(
            verdict.judgement(),
            now.promoted(),
            next.failures >= rules.failuresAt(),
            next.sameSignature >= rules.sameSignatureAt(),
            verdict.severe(),
            verdict.suspicious());
    MoodMachine.next(next.mood, next.moodBefore, judged).ifPresent(next::move);
  }

  private static void decide(DecisionBuilder draft, Verdict verdict, Plan plan) {
    verdict.reasons().forEach(draft::because);
    switch (verdict.judgement()) {
      case PASSED -> passed(draft, plan);
      case FAILED -> failed(draft, verdict, plan);
      case UNDECIDED -> undecided(draft, plan);
    }
    if (!plan.refused().isEmpty()) {
      draft.because(Reasons.SUGGESTION_REFUSED);
    }
    if (plan.closed() != null) {
      draft.because(plan.closed());
    }
  }

  private static void passed(DecisionBuilder draft, Plan plan) {
    Change next = draft.next;
    boolean promotes =
        plan.basis().promoting().contains(plan.mood())
            && plan.basis().promoting().contains(next.mood);
    if (draft.now.halted()) {
      draft.atom(AtomState.PROMOTION_PENDING, false);
      stayHalted(draft);
    } else if (!promotes) {
      hold(draft, plan);
    } else if (draft.now.waitsForChildren()) {
      draft.because(Reasons.CHILDREN_OPEN);
      draft.atom(AtomState.PROMOTION_PENDING, true);
      draft.kind = DecisionKind.CONTINUE;
    } else {
      draft.because(Reasons.ALL_REQUIRED_PASS);
      draft.promote();
    }
  }

  /** What passed waits, because the mood does not promote. */
  private static void hold(DecisionBuilder draft, Plan plan) {
    Mood mood = draft.next.mood;
    draft.because(Reasons.MOOD_DOES_NOT_PROMOTE);
    draft.atom(AtomState.PROMOTION_PENDING, false);
    if (plan.basis().asking().contains(mood)) {
      draft.ask(
          DecisionKind.REQUEST_APPROVAL,
          "Everything that was asked has passed, but the mood "
              + mood
              + " does not promote. Go on with a further attempt, or halt?",
          "proceed",
          "halt");
    } else {
      draft.kind = DecisionKind.CONTINUE;
    }
  }

  /** The work item was halted while the attempt was under way: that holds whatever came of it. */
  private static void stayHalted(DecisionBuilder draft) {
    draft.because(Reasons.HALTED);
    draft.halt();
  }

  private static void failed(DecisionBuilder draft, Verdict verdict, Plan plan) {
    Rules rules = plan.basis().rules();
    Change next = draft.next;
    draft.atom(AtomState.QUARANTINED, false);
    draft.now.waiting().forEach(atom -> next.atom(atom.quarantined()));
    next.registers =
        ControlStateUpdates.failed(
            next.registers, verdict.shown(), rules.haltAt() - next.sameSignature);
    boolean again = next.sameSignature >= rules.sameSignatureAt();
    if (again) {
      draft.because(Reasons.SAME_SIGNATURE);
    }
    if (next.mood == Mood.CURIOUS) {
      next.registers = ControlStateUpdates.reframed(next.registers);
    }
    if (draft.now.promoted()) {
      draft.because(Reasons.CONTRADICTED);
      draft.demote(verdict.shown());
    } else if (draft.now.halted()) {
      stayHalted(draft);
    } else if (next.sameSignature >= rules.haltAt()) {
      draft.halt();
    } else if (next.sameSignature >= rules.splitAt()) {
      split(draft, verdict, rules);
    } else {
      retry(draft, verdict, plan);
    }
  }

  private static void split(DecisionBuilder draft, Verdict verdict, Rules rules) {
    if (draft.now.depth() >= rules.splitDepthMax() || !draft.now.children().isEmpty()) {
      draft.because(Reasons.SPLIT_DEPTH_REACHED);
      draft.halt();
    } else {
      draft.split(verdict.signatures(), rules.childrenMax());
    }
  }

  private static void retry(DecisionBuilder draft, Verdict verdict, Plan plan) {
    Rules rules = plan.basis().rules();
    int allowed =
        Objects.requireNonNullElse(
            draft.execution.event().data().maxVerifyRetries(), rules.retriesMax());
    int used = Math.max(draft.execution.event().data().attemptNumber(), draft.next.failures);
    if (exhausted(draft, plan)) {
      draft.halt();
    } else if (used <= allowed) {
      draft.kind = DecisionKind.RETRY;
      draft.retryPrompt = RetryPrompt.ofReports(verdict.judging());
    } else {
      draft.because(Reasons.RETRIES_EXHAUSTED);
      draft.escalate(rules);
    }
  }

  private static void undecided(DecisionBuilder draft, Plan plan) {
    draft.atom(plan.closed() == null ? AtomState.QUARANTINED : AtomState.UNTRUSTED, false);
    if (plan.closed() != null) {
      draft.halt();
      return;
    }
    if (draft.now.halted()) {
      stayHalted(draft);
    } else if (exhausted(draft, plan)) {
      draft.halt();
    } else {
      draft.escalate(plan.basis().rules());
    }
  }

  /** Whether a budget is used up, with its reasons. */
  private static boolean exhausted(DecisionBuilder draft, Plan plan) {
    Change next = draft.next;
    String ofItem = plan.basis().rules().budget().exhaustedBy(next.cost);
    String ofMood =
        next.mood == plan.mood()
            ? plan.basis().moodBudget().exhaustedBy(next.cost.since(next.costBefore))
            : null;
    String reason = ofItem == null ? ofMood : ofItem;
    if (reason == null) {
      return false;
    }
    draft.because(Reasons.BUDGET_EXHAUSTED);
    if (ofItem == null) {
      draft.because(Reasons.MOOD_BUDGET);
    }
    draft.because(reason);
    return true;
  }

  /**
   * A child of the work item settled as {@code state}.
   *
   * @param about what waits for the children when the last of them was promoted, otherwise what was
   *     decided last
   */
  static Decided childSettled(
      GovernanceState now, Execution about, ChildState state, GovernanceFact fact, String time) {
    Plan plan = Objects.requireNonNull(about.plan(), "a decided execution has a plan");
    Change next = now.change().at(time);
    Optional<Atom> waiting =
        now.waiting().stream().filter(a -> a.id().equals(about.event().eventKey())).findFirst();
    List<String> attestations = waiting.map(Atom::attestations).orElse(List.of());
    DecisionBuilder draft =
        new DecisionBuilder(about, plan.basis(), fact.id(), next, now, attestations);
    switch (state) {
      case PROMOTED -> childrenPromoted(draft, plan, waiting.isPresent());
      case HALTED -> {
        draft.because(Reasons.CHILD_HALTED);
        draft.halt();
      }
      case DEMOTED -> {
        draft.because(Reasons.CHILD_DEMOTED);
        draft.demote(List.of());
      }
      case OPEN -> throw new IllegalArgumentException("expected a settled child, found OPEN");
    }
    return draft.finish();
  }

  private static void childrenPromoted(DecisionBuilder draft, Plan plan, boolean waiting) {
    draft.because(Reasons.CHILDREN_PROMOTED);
    if (!waiting) {
      draft.kind = DecisionKind.CONTINUE;
    } else if (plan.basis().promoting().contains(draft.next.mood)) {
      draft.because(Reasons.ALL_REQUIRED_PASS);
      draft.promote();
    } else {
      hold(draft, plan);
    }
  }

  /**
   * A question was answered, or its deadline passed.
   *
   * @param fact APPROVAL_ANSWERED or APPROVAL_EXPIRED about {@code question}
   */
  static Decided answered(
      GovernanceState now, Execution about, Question question, GovernanceFact fact, String time) {
    Plan plan = Objects.requireNonNull(about.plan(), "a decided execution has a plan");
    Change next = now.change().at(time);
    DecisionBuilder draft =
        new DecisionBuilder(about, plan.basis(), fact.id(), next, now, List.of());
    String given = fact.answer();
    String answer = given == null ? question.approval().defaultAnswer() : given;
    draft.because(given == null ? Reasons.APPROVAL_TIMEOUT : Reasons.APPROVAL_ANSWERED);
    draft.approve(question.approval(), answer, fact);
    next.question = null;
    boolean proceed = answer.equals(question.proceed());
    boolean passed =
        now.atoms().stream()
            .anyMatch(atom ->
                atom.id().equals(question.eventKey())
                    && atom.state() == AtomState.PROMOTION_PENDING);
    MoodMachine.next(next.mood, next.moodBefore, new MoodEvent.Answered(proceed, passed))
        .ifPresent(next::move);
    if (proceed) {
      next.halted = false;
      next.sameSignature = 0;
      next.failures = 0;
      next.costBefore = next.cost;
      draft.kind = DecisionKind.CONTINUE;
    } else {
      draft.kind = DecisionKind.HALT;
      next.halted = true;
      draft.tellParent(ChildState.HALTED, fact.id());
    }
    return draft.finish();
  }

  /** The children that are told of a split. */
  static List<GovernanceFact> opened(
      String parent, int depth, List<String> signatures, int childrenMax) {
    List<GovernanceFact> children = new ArrayList<>();
    int single = Math.min(signatures.size(), childrenMax - 1);
    for (int i = 0; i < single; i++) {
      children.add(
          GovernanceFact.childOpened(
              ChildIds.of(parent, i + 1), parent, List.of(signatures.get(i)), depth + 1));
    }
    children.add(
        GovernanceFact.childOpened(
            ChildIds.of(parent, single + 1),
            parent,
            signatures.subList(single, signatures.size()),
            depth + 1));
    return children;
  }
}
