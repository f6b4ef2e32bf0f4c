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
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
      return present.get().event().equals(event)
          ? repeated(state, present.get())
          : refused(
              state,
              ErrorCode.EVENT_CONFLICT,
              "expected the event of this source and id to be the one accepted before, found other"
                  + " content; send it under a new id");
    }
    if (state.executions().size() >= ItemState.EXECUTIONS_MAX) {
      return refused(
          state,
          ErrorCode.LIMIT_EXCEEDED,
          "expected at most " + ItemState.EXECUTIONS_MAX + " executions of one work item");
    }
    ItemState next = counted(state.with(new Execution(event, time, null, List.of(), null)), time);
    return advanced(workItem, next, new ArrayList<>());
  }

  /**
   * A report came. The first on a request stands; a second that says something else is refused, so
   * that somebody sees it.
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
    List<Plan.Item> due = due(execution);
    if (!asked(due, message)) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of a request of this execution's plan, found another request");
    }
    Optional<ReportFact> known = execution.report(message.requestId());
    if (known.isPresent()) {
      ReportMessage first = known.get().message();
      if (first.reportDigest().equals(message.reportDigest())) {
        return repeated(state, index, message);
      }
      return refused(
          state,
          ErrorCode.REPORT_CONFLICT,
          "expected the second report of a request to say what the first says, found "
              + message.report().result()
              + " after "
              + first.report().result());
    }
    Statement statement = Statements.verification(message, time);
    Execution answered = execution.with(new ReportFact(message, time, statement.id()));
    List<Emission> emissions = new ArrayList<>();
    emissions.add(attest(answered.event(), statement, time));
    ask(due(answered), requestIds(due), emissions);
    return advanced(message.workItem(), counted(state.with(answered), time), emissions);
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
      Ruling ruling = present.get().ruling();
      if (ruling != null) {
        say(ruling, state.execution(ruling.decision().eventKey()).orElseThrow(), emissions);
      }
      Told.echo(state, fact).forEach(tell -> emissions.add(new Emission.Tell(tell)));
      follow(state, movedBy(state, present.get()), present.get().time(), emissions);
      return shown(fact.workItem(), state, emissions);
    }
    if (state.facts().size() >= ItemState.FACTS_MAX) {
      return refused(
          state,
          ErrorCode.LIMIT_EXCEEDED,
          "expected at most " + ItemState.FACTS_MAX + " facts about one work item");
    }
    return switch (Told.apply(counted(state, time), fact, time)) {
      case Told.Refused(String detail) -> refused(state, ErrorCode.UNKNOWN_REQUEST, detail);
      case Told.Applied(ItemState next, @Nullable Ruling ruling) -> {
        if (ruling != null) {
          say(ruling, next.execution(ruling.decision().eventKey()).orElseThrow(), emissions);
        }
        Told.echo(next, fact).forEach(tell -> emissions.add(new Emission.Tell(tell)));
        yield advanced(fact.workItem(), next, emissions);
      }
    };
  }

  /** The first execution that a fact may have set in motion; their number when there is none. */
  private static int movedBy(ItemState state, GovernanceEntry entry) {
    String subject = entry.fact().subject();
    if (entry.fact().kind() == GovernanceKind.PLAN_SUGGESTED && subject != null) {
      int index = state.index(subject);
      return index < 0 ? state.executions().size() : index;
    }
    Ruling ruling = entry.ruling();
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
      say(decided.ruling(), execution, emissions);
    }
    return shown(workItem, now, emissions);
  }

  private boolean awaitsModel(ItemState state, Execution execution) {
    return policy.modelPlans()
        && !state.standing().halted()
        && state.facts().stream().noneMatch(entry -> suggests(entry.fact(), execution));
  }

  private static boolean suggests(GovernanceFact fact, Execution execution) {
    return fact.kind() == GovernanceKind.PLAN_SUGGESTED
        && execution.event().eventKey().equals(fact.subject());
  }

  /** Plans the execution whose turn it is, and takes the reports that were here before it. */
  private ItemState planned(ItemState state, Execution execution, List<Emission> emissions) {
    ExecutionEvent event = execution.event();
    Standing standing = state.standing();
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
    List<Plan.Item> due = due(next);
    ask(due, Set.of(), emissions);
    for (ReportFact orphan : waiting) {
      if (asked(due, orphan.message()) && next.report(orphan.message().requestId()).isEmpty()) {
        Set<String> before = requestIds(due);
        next = next.with(orphan);
        due = due(next);
        emissions.add(attest(next, orphan));
        ask(due, before, emissions);
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

  /** Says again what the execution stands for; those after it came later. */
  private static Outcome repeated(ItemState state, Execution known) {
    List<Emission> emissions = new ArrayList<>();
    again(known, emissions);
    return shown(known.event().data().workItem(), state, emissions);
  }

  /**
   * Says again what a report led to, and no more: were everything open asked again for each
   * repeated report, the answers would be repeated reports, each with everything open after it.
   */
  private static Outcome repeated(ItemState state, int index, ReportMessage message) {
    Execution execution = state.executions().get(index);
    int place = 0;
    while (!execution.reports().get(place).message().requestId().equals(message.requestId())) {
      place++;
    }
    ReportFact first = execution.reports().get(place);
    List<Emission> emissions = new ArrayList<>();
    emissions.add(attest(execution, first));
    Set<String> answered = requestIds(due(execution.upTo(place)));
    execution.reports().forEach(report -> answered.add(report.message().requestId()));
    ask(due(execution.upTo(place + 1)), answered, emissions);
    Ruling ruling = execution.ruling();
    if (ruling != null && place == execution.reports().size() - 1) {
      say(ruling, execution, emissions);
      follow(state, index + 1, first.time(), emissions);
    }
    return shown(message.workItem(), state, emissions);
  }

  /**
   * Says again what the executions from {@code index} stand for, as far as an input at {@code time}
   * can have set them in motion: not beyond one that waited for a later report.
   */
  private static void follow(ItemState state, int index, String time, List<Emission> emissions) {
    for (Execution execution : state.executions().subList(index, state.executions().size())) {
      again(execution, emissions);
      boolean waited =
          execution.ruling() == null
              || execution.reports().stream().anyMatch(r -> r.time().compareTo(time) > 0);
      if (waited) {
        return;
      }
    }
  }

  private static void again(Execution execution, List<Emission> emissions) {
    for (Plan.Item item : due(execution)) {
      Optional<ReportFact> report = execution.report(item.request().requestId());
      emissions.add(
          report.isPresent()
              ? attest(execution, report.get())
              : new Emission.Ask(item.request(), item.slow()));
    }
    Ruling ruling = execution.ruling();
    if (ruling != null) {
      say(ruling, execution, emissions);
    }
  }

  private static Outcome shown(String workItem, ItemState state, List<Emission> emissions) {
    emissions.add(new Emission.Show(WorkItems.show(workItem, state)));
    return new Outcome(state, emissions);
  }

  private static void ask(List<Plan.Item> due, Set<String> before, List<Emission> emissions) {
    for (Plan.Item item : due) {
      if (!before.contains(item.request().requestId())) {
        emissions.add(new Emission.Ask(item.request(), item.slow()));
      }
    }
  }

  private static void say(Ruling ruling, Execution execution, List<Emission> emissions) {
    for (String text : ruling.statements()) {
      emissions.add(attest(execution.event(), Statement.kept(text), ruling.decision().time()));
    }
    emissions.add(new Emission.Decide(ruling.decision()));
    ruling.tells().forEach(fact -> emissions.add(new Emission.Tell(fact)));
  }

  private static Emission attest(Execution execution, ReportFact fact) {
    return attest(
        execution.event(), Statements.verification(fact.message(), fact.time()), fact.time());
  }

  private static Emission attest(ExecutionEvent event, Statement statement, String time) {
    return new Emission.Attest(
        statement,
        event.data().workItem(),
        event.eventKey(),
        event.data().attemptNumber(),
        event.data().agent(),
        time);
  }

  private static List<Plan.Item> due(Execution execution) {
    Plan plan = execution.plan();
    return plan == null ? List.of() : Rounds.due(plan, execution);
  }

  private static Set<String> requestIds(List<Plan.Item> items) {
    Set<String> ids = new HashSet<>();
    items.forEach(item -> ids.add(item.request().requestId()));
    return ids;
  }

  private static boolean complete(Execution execution) {
    return due(execution).stream()
        .allMatch(item -> execution.report(item.request().requestId()).isPresent());
  }

  private static boolean asked(List<Plan.Item> due, ReportMessage message) {
    return due.stream().anyMatch(item -> Answers.to(item.request(), message));
  }

  private static ItemState counted(ItemState state, String time) {
    Standing.Change change = state.standing().change();
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
