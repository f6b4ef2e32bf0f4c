package dev.assay.core.director;

import dev.assay.core.director.Governor.Decided;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.GovernanceEntry;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The director as a fold over facts. The executions of a work item are planned and decided one
 * after the other, in the order in which they were accepted: verification runs in parallel, whole
 * attempts never do. A fact that comes again changes nothing and re-emits what it gave before, so
 * that a crash between state and output loses nothing; every id comes from facts.
 */
public final class DirectorStep {

  private final Policy policy;
  private final Planner planner;

  public DirectorStep(Policy policy) {
    this.policy = policy;
    this.planner = new Planner(policy);
  }

  /**
   * An execution came.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onExecution(@Nullable ItemState known, ExecutionEvent event, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    String workItem = event.data().workItem();
    Optional<Execution> present = state.execution(event.eventKey());
    if (present.isPresent()) {
      if (!present.get().event().repeats(event)) {
        return refuse(
            state,
            event,
            Rejection.of(
                ErrorCode.EVENT_CONFLICT,
                "expected the event of this source and id to be the one accepted before, found"
                    + " other data; send it under a new id"),
            time);
      }
      Execution waiting = state.unplanned();
      return waiting == null || awaitsModel(state, waiting)
          ? Emissions.repeated(state, present.get())
          : advanced(workItem, state, new ArrayList<>());
    }
    if (state.executions().size() >= ItemState.EXECUTIONS_MAX) {
      return refuse(
          state,
          event,
          Rejection.of(
              ErrorCode.LIMIT_EXCEEDED,
              "expected at most "
                  + ItemState.EXECUTIONS_MAX
                  + " executions of one work item; send further attempts as another work item"),
          time);
    }
    ItemState next =
        counted(
            state.withoutRefusalsOf(event).with(new Execution(event, time, null, List.of(), null)),
            time);
    return advanced(workItem, next, new ArrayList<>());
  }

  /**
   * An execution is refused, by the step itself or by who keeps its states; the work item shows it.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(
      @Nullable ItemState known, ExecutionEvent event, Rejection rejection, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(rejection));
    return Emissions.shown(
        event.data().workItem(), state.with(Refusal.of(event, rejection, time)), emissions);
  }

  /**
   * A report came. The first on a request stands; a second with another result is refused, so that
   * somebody sees it.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onReport(@Nullable ItemState before, ReportMessage message, String time) {
    ItemState state = before == null ? ItemState.empty() : before;
    int index = state.index(message.eventKey());
    if (index < 0 || state.executions().get(index).plan() == null) {
      return orphan(state, message, time);
    }
    Execution execution = state.executions().get(index);
    List<Plan.Item> due = Emissions.due(execution);
    if (!asked(due, message)) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of a request of this execution's plan, found another request");
    }
    Optional<ReportFact> known = execution.report(message.requestId());
    if (known.isPresent()) {
      ReportMessage first = known.get().message();
      if (first.report().result() == message.report().result()) {
        return Emissions.repeated(state, index, message);
      }
      return refused(
          state,
          ErrorCode.REPORT_CONFLICT,
          "expected the second report of a request to say what the first says, found "
              + message.report().result()
              + " after "
              + first.report().result());
    }
    if (execution.ruling() != null) {
      return late(state, index, message, time);
    }
    Statement statement = Statements.verification(message, time);
    Execution answered = execution.with(new ReportFact(message, time, statement.id()));
    List<Emission> emissions = new ArrayList<>();
    emissions.add(Emissions.attest(answered.event(), statement, time));
    Emissions.ask(Emissions.due(answered), Emissions.requestIds(due), emissions);
    return advanced(message.workItem(), counted(state.with(answered), time), emissions);
  }

  /** A report that its execution was decided without. */
  private static Outcome late(ItemState state, int index, ReportMessage message, String time) {
    Optional<Refusal> refusal = state.refusal(message.requestId());
    if (refusal.isEmpty()) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected a report before its execution is decided, found one that came after");
    }
    Execution execution = state.executions().get(index);
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(refusal.get().rejection()));
    Emissions.say(Objects.requireNonNull(execution.ruling()), execution, emissions);
    Emissions.follow(state, index + 1, time, emissions);
    return Emissions.shown(message.workItem(), state, emissions);
  }

  /**
   * A report can't be taken in. When its execution waits for it, that is decided without it, since
   * no other report on the request may ever come.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(
      @Nullable ItemState known, ReportMessage message, Rejection rejection, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    Optional<Execution> open = state.open().filter(e -> e.eventKey().equals(message.eventKey()));
    if (open.isEmpty() || !asked(Emissions.due(open.get()), message)) {
      return refused(state, rejection.code(), rejection.detail());
    }
    Refusal refusal = Refusal.of(open.get().event(), message.requestId(), rejection, time);
    return closed(message.workItem(), state.with(refusal), rejection);
  }

  /**
   * Something else was told.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onFact(@Nullable ItemState known, GovernanceFact fact, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    Optional<GovernanceEntry> present = state.fact(fact.id());
    List<Emission> emissions = new ArrayList<>();
    if (present.isPresent()) {
      DecisionOutputs ruling = present.get().ruling();
      if (ruling != null) {
        Emissions.say(
            ruling, state.execution(ruling.decision().eventKey()).orElseThrow(), emissions);
      }
      GovernanceFacts.echo(state, fact)
          .forEach(tell -> emissions.add(new Emission.NotifyWorkItem(tell)));
      Emissions.follow(state, movedBy(state, present.get()), present.get().time(), emissions);
      return Emissions.shown(fact.workItem(), state, emissions);
    }
    if (state.facts().size() >= ItemState.FACTS_MAX
        && !GovernanceFacts.settlesQuestion(state, fact)) {
      return refuse(
          state,
          fact,
          Rejection.of(
              ErrorCode.LIMIT_EXCEEDED,
              "expected at most "
                  + ItemState.FACTS_MAX
                  + " facts about one work item; send further attempts as another work item"),
          time);
    }
    return switch (GovernanceFacts.apply(counted(state, time), fact, time)) {
      case GovernanceFacts.Refused(String detail)
          when fact.kind() == GovernanceKind.APPROVAL_ANSWERED ->
          refuse(state, fact, Rejection.of(ErrorCode.UNKNOWN_REQUEST, detail), time);
      case GovernanceFacts.Refused(String detail) ->
          refused(state, ErrorCode.UNKNOWN_REQUEST, detail);
      case GovernanceFacts.Applied(ItemState next, @Nullable DecisionOutputs ruling) -> {
        if (ruling != null) {
          Emissions.say(
              ruling, next.execution(ruling.decision().eventKey()).orElseThrow(), emissions);
        }
        GovernanceFacts.echo(next, fact)
            .forEach(tell -> emissions.add(new Emission.NotifyWorkItem(tell)));
        yield advanced(fact.workItem(), next, emissions);
      }
    };
  }

  /**
   * A fact can't be taken in; the work item shows it. An execution that waits for a plan that the
   * fact suggests is decided without one.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(
      @Nullable ItemState known, GovernanceFact fact, Rejection rejection, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    String subject = fact.kind() == GovernanceKind.PLAN_SUGGESTED ? fact.subject() : null;
    int index = subject == null ? -1 : state.index(subject);
    Execution about = index < 0 ? null : state.executions().get(index);
    Refusal refusal = Refusal.of(about == null ? null : about.event(), fact.id(), rejection, time);
    ItemState next = state.with(refusal);
    if (about != null && about.equals(state.unplanned())) {
      return closed(fact.workItem(), next, rejection);
    }
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(rejection));
    if (about != null && next.equals(state)) {
      Emissions.follow(state, index, time, emissions);
    }
    return Emissions.shown(fact.workItem(), next, emissions);
  }

  /** The first execution that a fact may have set in motion; their number when there is none. */
  private static int movedBy(ItemState state, GovernanceEntry entry) {
    String subject = entry.fact().subject();
    if (entry.fact().kind() == GovernanceKind.PLAN_SUGGESTED && subject != null) {
      int index = state.index(subject);
      return index < 0 ? state.executions().size() : index;
    }
    DecisionOutputs ruling = entry.ruling();
    return ruling == null
        ? state.executions().size()
        : state.index(ruling.decision().eventKey()) + 1;
  }

  /** Plans and decides as far as the facts allow, then shows where the work item stands. */
  private Outcome advanced(String workItem, ItemState state, List<Emission> emissions) {
    ItemState now = state;
    for (Optional<Execution> open = now.open(); open.isPresent(); open = now.open()) {
      Execution execution = open.get();
      if (execution.plan() == null) {
        if (awaitsModel(now, execution)) {
          break;
        }
        now = planned(now, execution, emissions);
        continue;
      }
      if (!complete(execution)) {
        break;
      }
      Decided decided = Governor.settle(now.standing(), execution, execution.plan());
      now = now.with(execution.ruled(decided.ruling())).with(decided.next());
      Emissions.say(decided.ruling(), execution, emissions);
    }
    return Emissions.shown(workItem, now, emissions);
  }

  /**
   * Decides the execution whose turn it is without what is missing, and those behind it when there
   * is no room for more.
   */
  private Outcome closed(String workItem, ItemState state, Rejection rejection) {
    String reason = rejection.code().name();
    ItemState now = state;
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(rejection));
    Optional<Execution> open = now.open();
    do {
      Execution execution = open.orElseThrow();
      Plan made = execution.plan();
      Plan plan =
          made == null
              ? planner.closed(execution.event(), now.standing().mood(), reason)
              : made.closedBy(reason);
      Execution planned = made == null ? execution.planned(plan) : execution;
      Decided decided = Governor.settle(now.standing(), planned, plan);
      now = now.with(planned.ruled(decided.ruling())).with(decided.next());
      Emissions.say(decided.ruling(), planned, emissions);
      open = now.open();
    } while (open.isPresent() && rejection.code() == ErrorCode.LIMIT_EXCEEDED);
    return advanced(workItem, now, emissions);
  }

  private boolean awaitsModel(ItemState state, Execution execution) {
    return policy.modelPlans()
        && !state.standing().halted()
        && state.facts().size() < ItemState.FACTS_MAX
        && state.facts().stream().noneMatch(entry -> suggests(entry.fact(), execution));
  }

  private static boolean suggests(GovernanceFact fact, Execution execution) {
    return fact.kind() == GovernanceKind.PLAN_SUGGESTED
        && execution.event().eventKey().equals(fact.subject());
  }

  /** Plans the execution whose turn it is, and takes the reports that were here before it. */
  private ItemState planned(ItemState state, Execution execution, List<Emission> emissions) {
    ExecutionEvent event = execution.event();
    GovernanceState standing = state.standing();
    Plan plan;
    if (standing.halted()) {
      plan = planner.closed(event, standing.mood(), Reasons.HALTED);
    } else {
      boolean first = state.lastDecided().isEmpty();
      standing = Governor.begin(standing, first, Set.copyOf(event.data().hints()));
      List<String> suggested =
          state.facts().stream()
              .map(GovernanceEntry::fact)
              .filter(fact -> suggests(fact, execution))
              .flatMap(fact -> fact.names().stream())
              .toList();
      plan = planner.plan(event, standing.mood(), suggested);
    }
    Execution next = execution.planned(plan);
    List<ReportFact> waiting =
        state.orphans().stream()
            .filter(o -> o.message().eventKey().equals(event.eventKey()))
            .toList();
    List<Plan.Item> due = Emissions.due(next);
    Emissions.ask(due, Set.of(), emissions);
    for (ReportFact orphan : waiting) {
      if (asked(due, orphan.message()) && next.report(orphan.message().requestId()).isEmpty()) {
        Set<String> before = Emissions.requestIds(due);
        next = next.with(orphan);
        due = Emissions.due(next);
        emissions.add(Emissions.attest(next, orphan));
        Emissions.ask(due, before, emissions);
      } else {
        emissions.add(
            new Emission.Refuse(
                Rejection.of(
                    ErrorCode.UNKNOWN_REQUEST,
                    "expected the report of a request of this execution's plan"),
                orphan.message()));
      }
    }
    return state.withoutOrphansOf(event.eventKey()).with(next).with(standing);
  }

  private static boolean complete(Execution execution) {
    return Emissions.due(execution).stream()
        .allMatch(item -> execution.report(item.request().requestId()).isPresent());
  }

  private static boolean asked(List<Plan.Item> due, ReportMessage message) {
    return due.stream().anyMatch(item -> RequestMatcher.matches(item.request(), message));
  }

  private static ItemState counted(ItemState state, String time) {
    GovernanceState.Change change = state.standing().change();
    change.cost = change.cost.stepped();
    if (change.firstTime.isEmpty()) {
      change.at(time);
    }
    return state.with(change.done());
  }

  private static Outcome orphan(ItemState state, ReportMessage message, String time) {
    boolean known = state.orphans().stream().anyMatch(o -> o.message().equals(message));
    if (known) {
      return new Outcome(state, List.of());
    }
    if (state.orphans().size() >= ItemState.ORPHANS_MAX) {
      return refused(
          state, ErrorCode.UNKNOWN_REQUEST, "expected the report of an accepted execution");
    }
    Statement statement = Statements.verification(message, time);
    ReportFact report = new ReportFact(message, time, statement.id());
    return new Outcome(state.withOrphan(report), List.of());
  }

  private static Outcome refused(ItemState state, ErrorCode code, String detail) {
    return new Outcome(state, List.of(new Emission.Refuse(Rejection.of(code, detail))));
  }
}
