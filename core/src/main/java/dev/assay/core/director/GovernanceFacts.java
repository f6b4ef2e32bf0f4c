package dev.assay.core.director;

import dev.assay.core.director.DecisionBuilder.Result;
import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.Subject.Grounds;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Folds what a work item is told besides executions and reports. */
final class GovernanceFacts {

  /** What a fact led to. */
  sealed interface Effect {}

  /** The fact is known now; {@code outputs} is what was decided on it, or null. */
  record Applied(ItemState next, @Nullable DecisionOutputs outputs) implements Effect {}

  /** The fact is about nothing that is open. */
  record Refused(String detail) implements Effect {}

  private GovernanceFacts() {}

  static Effect apply(ItemState state, GovernanceFact fact, String time) {
    return switch (fact.kind()) {
      case CHILD_OPENED -> opened(state, fact, time);
      case CHILD_SETTLED -> settled(state, fact, time);
      case APPROVAL_ANSWERED, APPROVAL_EXPIRED -> answered(state, fact, time);
      case PLAN_SUGGESTED -> suggested(state, fact, time);
      case EVIDENCE_GIVEN -> known(state, fact, time, state.governance());
    };
  }

  /** This work item is a child. */
  private static Effect opened(ItemState state, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    Family family = now.family();
    if (family.parent() != null) {
      return new Refused("expected a work item without a parent");
    }
    Family child = new Family(fact.related(), fact.depth(), family.children(), family.awaited());
    return known(state, fact, time, now.with(now.progress().at(time)).with(child));
  }

  /**
   * What the parent hears of a child that had settled before it was told that it is one; empty for
   * other facts.
   */
  static List<GovernanceFact> echo(ItemState state, GovernanceFact fact) {
    if (fact.kind() != GovernanceKind.CHILD_OPENED || fact.related() == null) {
      return List.of();
    }
    GovernanceState now = state.governance();
    Optional<String> promotion =
        now.atoms().stream()
            .filter(atom -> atom.state() == AtomState.PROMOTED)
            .map(Atom::promotion)
            .filter(Objects::nonNull)
            .findFirst();
    if (promotion.isPresent()) {
      return List.of(
          GovernanceFact.childSettled(
              fact.related(), fact.workItem(), ChildState.PROMOTED, promotion.get()));
    }
    return now.halted()
        ? List.of(
            GovernanceFact.childSettled(
                fact.related(), fact.workItem(), ChildState.HALTED, fact.id()))
        : List.of();
  }

  private static Effect settled(ItemState item, GovernanceFact fact, String time) {
    GovernanceState now = item.governance();
    Optional<Child> child =
        now.family().children().stream()
            .filter(c -> c.workItem().equals(fact.related()))
            .findFirst();
    if (item.head().decided() == 0 || child.isEmpty() || fact.answer() == null) {
      return new Refused("expected a child of this work item");
    }
    ChildState state = settledAs(fact.answer());
    Child settled =
        new Child(
            child.get().workItem(), state, state == ChildState.PROMOTED ? fact.subject() : null);
    List<Child> children =
        now.family().children().stream().map(c -> c.equals(child.get()) ? settled : c).toList();
    GovernanceState next = now.with(now.family().with(children));
    boolean decides =
        switch (state) {
          case OPEN -> false;
          case PROMOTED -> !next.family().open() && !next.halted();
          case HALTED -> !next.halted();
          case DEMOTED -> next.promoted();
        };
    if (!decides) {
      return known(item, fact, time, next);
    }
    List<Atom> waiting = next.waiting();
    int last = item.head().decided() - 1;
    int about =
        state == ChildState.PROMOTED && !waiting.isEmpty()
            ? item.index(waiting.getLast().id())
            : last;
    Execution execution = item.execution(about);
    boolean waits = waiting.stream().anyMatch(atom -> atom.id().equals(execution.eventKey()));
    Grounds grounds = waits ? grounds(item, execution) : Grounds.NONE;
    return decided(
        item, fact, time, Governor.childSettled(next, execution, grounds, state, fact, time));
  }

  /** What an execution that is decided rests on. */
  private static Grounds grounds(ItemState item, Execution execution) {
    DecisionOutputs outputs = Objects.requireNonNull(item.outputs(execution.index()));
    return new Grounds(
        outputs.decision().attestations(),
        Evidence.of(
            execution.planned(), item.reports(execution), item.witnessed(execution.event())));
  }

  private static ChildState settledAs(String answer) {
    for (ChildState state : ChildState.values()) {
      if (state.name().equals(answer)) {
        return state;
      }
    }
    return ChildState.OPEN;
  }

  private static Effect answered(ItemState state, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    Awaited awaited = now.family().awaited();
    if (awaited != null && awaited.id().equals(fact.subject())) {
      boolean late = fact.answer() == null && time.compareTo(awaited.deadline()) >= 0;
      return late
          ? decided(
              state,
              fact,
              time,
              Governor.childrenLate(now, about(state, awaited.eventKey()), fact, time))
          : new Refused("expected the end of the wait for children at " + awaited.deadline());
    }
    Question question = now.question();
    if (question == null || !question.approval().id().equals(fact.subject())) {
      return new Refused("expected an open question; it was answered, expired or overtaken");
    }
    boolean late = time.compareTo(question.approval().deadline()) >= 0;
    boolean expiry = fact.answer() == null;
    if (late != expiry) {
      return new Refused(
          "expected an answer before the deadline " + question.approval().deadline());
    }
    if (!expiry && !question.approval().options().contains(fact.answer())) {
      return new Refused("expected one of " + String.join(", ", question.approval().options()));
    }
    Execution about = about(state, question.eventKey());
    return decided(state, fact, time, Governor.answered(now, about, question, fact, time));
  }

  private static Execution about(ItemState state, String eventKey) {
    return state.execution(state.index(eventKey));
  }

  /** Whether a fact ends the open question or the wait for children: there is room for that. */
  static boolean endsWait(ItemState state, GovernanceFact fact) {
    Question question = state.governance().question();
    Awaited awaited = state.governance().family().awaited();
    return switch (fact.kind()) {
      case APPROVAL_ANSWERED, APPROVAL_EXPIRED ->
          question != null && question.approval().id().equals(fact.subject())
              || awaited != null && awaited.id().equals(fact.subject());
      case CHILD_OPENED, CHILD_SETTLED, PLAN_SUGGESTED, EVIDENCE_GIVEN -> false;
    };
  }

  private static Effect suggested(ItemState state, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    boolean model = !GovernanceFact.NO_MODEL.equals(fact.by());
    GovernanceState next =
        model ? now.with(now.spending().now(now.spending().all().advised())) : now;
    return known(state, fact, time, next);
  }

  private static Effect known(
      ItemState state, GovernanceFact fact, String time, GovernanceState next) {
    return new Applied(state.told(fact, time, next, null), null);
  }

  private static Effect decided(ItemState state, GovernanceFact fact, String time, Result result) {
    return new Applied(state.told(fact, time, result.next(), result.outputs()), result.outputs());
  }
}
