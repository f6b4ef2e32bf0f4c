package dev.assay.core.director;

import dev.assay.core.director.GovernanceState.Change;
import dev.assay.core.director.GovernanceState.Child;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.Governor.Decided;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.GovernanceEntry;
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

  /** What telling led to. */
  sealed interface Effect {}

  /** The fact is known now; {@code ruling} is what was decided on it, or null. */
  record Applied(ItemState next, @Nullable DecisionOutputs ruling) implements Effect {}

  /** The fact is about nothing that is open. */
  record Refused(String detail) implements Effect {}

  private GovernanceFacts() {}

  static Effect apply(ItemState state, GovernanceFact fact, String time) {
    return switch (fact.kind()) {
      case CHILD_OPENED -> opened(state, fact, time);
      case CHILD_SETTLED -> settled(state, fact, time);
      case APPROVAL_ANSWERED, APPROVAL_EXPIRED -> answered(state, fact, time);
      case PLAN_SUGGESTED -> suggested(state, fact, time);
    };
  }

  /** This work item is a child. */
  private static Effect opened(ItemState state, GovernanceFact fact, String time) {
    if (state.standing().parent() != null) {
      return new Refused("expected a work item without a parent");
    }
    Change change = state.standing().change().at(time);
    change.parent = fact.related();
    change.depth = fact.depth();
    return applied(state.with(change.done()), fact, time, null);
  }

  /**
   * What the parent hears of a child that had settled before it was told that it is one; empty for
   * other facts.
   */
  static List<GovernanceFact> echo(ItemState state, GovernanceFact fact) {
    if (fact.kind() != GovernanceKind.CHILD_OPENED || fact.related() == null) {
      return List.of();
    }
    GovernanceState standing = state.standing();
    Optional<String> promotion =
        standing.atoms().stream()
            .filter(atom -> atom.state() == AtomState.PROMOTED)
            .map(GovernanceState.Atom::promotion)
            .filter(Objects::nonNull)
            .findFirst();
    if (promotion.isPresent()) {
      return List.of(
          GovernanceFact.childSettled(
              fact.related(), fact.workItem(), ChildState.PROMOTED, promotion.get()));
    }
    return standing.halted()
        ? List.of(
            GovernanceFact.childSettled(
                fact.related(), fact.workItem(), ChildState.HALTED, fact.id()))
        : List.of();
  }

  private static Effect settled(ItemState item, GovernanceFact fact, String time) {
    GovernanceState now = item.standing();
    Optional<Execution> about = item.lastDecided();
    Optional<Child> child =
        now.children().stream().filter(c -> c.workItem().equals(fact.related())).findFirst();
    if (about.isEmpty() || child.isEmpty() || fact.answer() == null) {
      return new Refused("expected a child of this work item");
    }
    ChildState state = settledAs(fact.answer());
    Child known =
        new Child(
            child.get().workItem(), state, state == ChildState.PROMOTED ? fact.subject() : null);
    Change change = now.change();
    change.children.set(change.children.indexOf(child.get()), known);
    GovernanceState next = change.done();
    boolean decides =
        switch (state) {
          case OPEN -> false;
          case PROMOTED -> !next.waitsForChildren() && !next.halted();
          case HALTED -> !next.halted();
          case DEMOTED -> next.promoted();
        };
    if (!decides) {
      return applied(item.with(next), fact, time, null);
    }
    Execution judged =
        state == ChildState.PROMOTED && !next.waiting().isEmpty()
            ? item.execution(next.waiting().getLast().id()).orElseThrow()
            : about.get();
    Decided decided = Governor.childSettled(next, judged, state, fact, time);
    return applied(item.with(decided.next()), fact, time, decided.ruling());
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
    Question question = state.standing().question();
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
    Execution about = state.execution(question.eventKey()).orElseThrow();
    Decided decided = Governor.answered(state.standing(), about, question, fact, time);
    return applied(state.with(decided.next()), fact, time, decided.ruling());
  }

  /** Whether a fact ends the open question: there is always room for that. */
  static boolean settlesQuestion(ItemState state, GovernanceFact fact) {
    Question question = state.standing().question();
    boolean about =
        fact.kind() == GovernanceKind.APPROVAL_ANSWERED
            || fact.kind() == GovernanceKind.APPROVAL_EXPIRED;
    return about && question != null && question.approval().id().equals(fact.subject());
  }

  private static Effect suggested(ItemState state, GovernanceFact fact, String time) {
    Change change = state.standing().change();
    if (!GovernanceFact.NO_MODEL.equals(fact.by())) {
      change.cost = change.cost.advised();
    }
    return applied(state.with(change.done()), fact, time, null);
  }

  private static Effect applied(
      ItemState state, GovernanceFact fact, String time, @Nullable DecisionOutputs ruling) {
    return new Applied(state.with(new GovernanceEntry(fact, time, ruling)), ruling);
  }
}
