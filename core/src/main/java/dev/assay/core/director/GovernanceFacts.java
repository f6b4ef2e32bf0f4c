package dev.assay.core.director;

import dev.assay.core.director.DecisionBuilder.Result;
import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.PolicyRule.Demand;
import dev.assay.core.director.Subject.Grounds;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.GovernanceFact;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folds what a work item is told besides executions and reports. */
final class GovernanceFacts {

  /** What a fact led to. */
  sealed interface Effect {}

  /** The fact is known now; {@code outputs} is what was decided on it, or null. */
  record Applied(ItemState next, @Nullable DecisionOutputs outputs) implements Effect {}

  /** The fact is about nothing that is open, or not for who tells it to decide. */
  record Refused(ErrorCode code, String detail) implements Effect {

    Refused(String detail) {
      this(ErrorCode.UNKNOWN_REQUEST, detail);
    }
  }

  private GovernanceFacts() {}

  static Effect apply(ItemState state, GovernanceFact fact, String time, Edition edition) {
    return switch (Fact.of(fact)) {
      case Fact.ChildOpened opened -> opened(state, opened, fact, time);
      case Fact.ChildSettled settled -> settled(state, settled, fact, time, edition);
      case Fact.ApprovalAnswered answered -> answered(state, answered, fact, time, edition);
      case Fact.ApprovalExpired expired -> expired(state, expired, fact, time);
      case Fact.VerificationOverdue overdue -> overdue(state, overdue, fact, time);
      case Fact.ReportsUnclaimed _ ->
          new Refused("expected reports that wait for their executions so long; none do");
      case Fact.PlanSuggested suggested -> suggested(state, suggested, fact, time);
      case Fact.EvidenceGiven _ -> known(state, fact, time, state.governance());
      case Fact.RequirementsLowered lowered -> lowered(state, lowered, fact, time);
      case Fact.Unusable(String expected) -> new Refused(expected);
    };
  }

  /** This work item is a child. */
  private static Effect opened(
      ItemState state, Fact.ChildOpened opened, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    Family family = now.family();
    if (family.parent() != null) {
      return new Refused("expected a work item without a parent");
    }
    Family child = new Family(opened.parent(), opened.depth(), family.children(), family.awaited());
    Demand ofParent = new Demand(opened.requires(), null, opened.risk(), 0);
    return known(
        state,
        fact,
        time,
        now.with(now.progress().at(time)).with(child).with(now.requirements().and(ofParent)));
  }

  /**
   * What the parent hears of a child that had settled before it was told that it is one; empty for
   * other facts.
   */
  static List<GovernanceFact> echo(ItemState state, GovernanceFact fact) {
    if (!(Fact.of(fact) instanceof Fact.ChildOpened(String parent, int _, _, _))) {
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
              parent, fact.workItem(), ChildState.PROMOTED, promotion.get()));
    }
    return now.halted()
        ? List.of(
            GovernanceFact.childSettled(parent, fact.workItem(), ChildState.HALTED, fact.id()))
        : List.of();
  }

  private static Effect settled(
      ItemState item, Fact.ChildSettled told, GovernanceFact fact, String time, Edition edition) {
    GovernanceState now = item.governance();
    Optional<Child> child =
        now.family().children().stream().filter(c -> c.workItem().equals(told.child())).findFirst();
    if (item.head().decided() == 0 || child.isEmpty()) {
      return new Refused("expected a child of this work item");
    }
    ChildState state = told.state();
    Child settled =
        new Child(
            child.get().workItem(), state, state == ChildState.PROMOTED ? told.promotion() : null);
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
    Grounds grounds = waits ? grounds(item, execution, edition) : Grounds.NONE;
    return decided(
        item,
        fact,
        time,
        FactDecisions.childSettled(next, execution, grounds, state, fact.id(), time));
  }

  /** What an execution that is decided rests on. */
  private static Grounds grounds(ItemState item, Execution execution, Edition edition) {
    DecisionOutputs outputs = Objects.requireNonNull(item.outputs(execution.index()));
    List<ReportFact> reports = item.reports(execution);
    Set<String> witnessed = Witnesses.of(item, execution.event());
    return new Grounds(
        outputs.decision().attestations(),
        Evidence.of(execution.planned(), reports, Evidence.vouchedFor(reports, witnessed), edition),
        item.governance().requirements().failures());
  }

  private static Effect answered(
      ItemState state,
      Fact.ApprovalAnswered answered,
      GovernanceFact fact,
      String time,
      Edition edition) {
    Question question = open(state, answered.approval());
    if (question == null) {
      return nothingOpen();
    }
    if (time.compareTo(question.approval().deadline()) >= 0) {
      return new Refused(
          "expected an answer before the deadline " + question.approval().deadline());
    }
    if (!question.approval().options().contains(answered.answer())) {
      return new Refused("expected one of " + String.join(", ", question.approval().options()));
    }
    boolean others = !answered.operates() && edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES);
    if ((others || question.promotes()) && sentBy(state, answered.by())) {
      return ownWork();
    }
    if (question.agreed().contains(answered.by())) {
      return new Refused("expected the answer of somebody who has not answered before");
    }
    Execution about = about(state, question.eventKey());
    Grounds grounds = question.promotes() ? grounds(state, about, edition) : Grounds.NONE;
    return decided(
        state,
        fact,
        time,
        FactDecisions.answered(
            state.governance(), about, grounds, question, answered, fact.id(), time));
  }

  private static Effect expired(
      ItemState state, Fact.ApprovalExpired expired, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    Awaited awaited = now.family().awaited();
    if (awaited != null && awaited.id().equals(expired.approval())) {
      return time.compareTo(awaited.deadline()) >= 0
          ? decided(
              state,
              fact,
              time,
              FactDecisions.childrenLate(now, about(state, awaited.eventKey()), fact.id(), time))
          : new Refused("expected the end of the wait for children at " + awaited.deadline());
    }
    Question question = open(state, expired.approval());
    if (question == null) {
      return nothingOpen();
    }
    if (time.compareTo(question.approval().deadline()) < 0) {
      return new Refused(
          "expected an answer before the deadline " + question.approval().deadline());
    }
    Execution about = about(state, question.eventKey());
    return decided(
        state,
        fact,
        time,
        FactDecisions.answered(now, about, Grounds.NONE, question, null, fact.id(), time));
  }

  /** The open question of that id, or null. */
  private static @Nullable Question open(ItemState state, String approval) {
    Question question = state.governance().question();
    return question != null && question.approval().id().equals(approval) ? question : null;
  }

  private static Effect nothingOpen() {
    return new Refused("expected an open question; it was answered, expired or overtaken");
  }

  private static Effect ownWork() {
    return new Refused(
        ErrorCode.SELF_APPROVAL,
        "expected the word of somebody who has not sent work for this work item");
  }

  /** Whether {@code principal} has sent work for this work item. */
  private static boolean sentBy(ItemState state, String principal) {
    return state.events().stream().anyMatch(event -> principal.equals(event.submittedBy()));
  }

  private static Execution about(ItemState state, String eventKey) {
    return state.execution(state.index(eventKey));
  }

  /** Whether a fact ends what is waited for, or is not kept: there is room for that. */
  static boolean endsWait(ItemState state, GovernanceFact fact) {
    return switch (Fact.of(fact)) {
      case Fact.ApprovalAnswered(String approval, _, _, _, _, _) -> open(state, approval) != null;
      case Fact.ApprovalExpired(String approval) -> {
        Awaited awaited = state.governance().family().awaited();
        yield open(state, approval) != null || awaited != null && awaited.id().equals(approval);
      }
      case Fact.VerificationOverdue overdue -> waits(state, overdue);
      case Fact.ReportsUnclaimed _ -> true;
      case Fact.ChildOpened _,
          Fact.ChildSettled _,
          Fact.PlanSuggested _,
          Fact.EvidenceGiven _,
          Fact.RequirementsLowered _,
          Fact.Unusable _ ->
          false;
    };
  }

  /** Whether a person waits to hear what came of a fact, so that its refusal shows. */
  static boolean isOfPerson(GovernanceFact fact) {
    return Fact.of(fact) instanceof Fact.ApprovalAnswered
        || Fact.of(fact) instanceof Fact.RequirementsLowered;
  }

  private static Effect lowered(
      ItemState state, Fact.RequirementsLowered lowered, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    Requirements required = now.requirements();
    if (sentBy(state, lowered.by())) {
      return ownWork();
    }
    if (state.head().decided() == 0 || now.promoted()) {
      return new Refused("expected a work item that was decided and is not promoted");
    }
    if (hasMovedOn(state, fact.workItem(), lowered.standing())) {
      return new Refused(
          "expected the ordinal of the newest decision and no attempt under way, found that the"
              + " work item has moved on; look at it again");
    }
    if (lowered.risk() != null && lowered.risk().compareTo(required.risk()) >= 0) {
      return new Refused(
          "expected a lower risk than "
              + required.risk().wire()
              + ", found "
              + lowered.risk().wire());
    }
    for (String verifier : lowered.dropped()) {
      if (!required.requires(verifier) && !required.failedBefore(verifier)) {
        return new Refused("expected a verifier that is required or has failed");
      }
    }
    Execution about = state.execution(state.head().decided() - 1);
    return decided(state, fact, time, FactDecisions.lowered(now, about, lowered, fact.id(), time));
  }

  /** Whether more has come than who lowers has seen, which may require what he has not seen. */
  private static boolean hasMovedOn(ItemState state, String workItem, @Nullable String standing) {
    int decisions = state.governance().progress().decisions();
    return standing != null
        && (state.head().undecided()
            || !standing.equals(GovernanceFact.standing(workItem, decisions)));
  }

  /** Whether the execution has no more reports than it had, and waits for others. */
  private static boolean waits(ItemState state, Fact.VerificationOverdue overdue) {
    ItemHead head = state.head();
    return head.undecided()
        && head.planned()
        && head.executions().get(head.decided()).equals(overdue.eventKey())
        && head.answers().size() == overdue.reports();
  }

  /** The execution is decided without the reports that it waits for. */
  private static Effect overdue(
      ItemState state, Fact.VerificationOverdue overdue, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    return waits(state, overdue)
        ? known(state, fact, time, now.with(now.progress().at(time)))
        : new Refused("expected an execution that waits for reports; it has them, or is decided");
  }

  private static Effect suggested(
      ItemState state, Fact.PlanSuggested suggested, GovernanceFact fact, String time) {
    GovernanceState now = state.governance();
    GovernanceState next =
        suggested.byModel() ? now.with(now.spending().now(now.spending().all().advised())) : now;
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
