package dev.assay.core.director;

import dev.assay.core.director.Governor.Decided;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.GovernanceEntry;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Cost;
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
  private final Told told;

  public DirectorStep(Policy policy) {
    this.policy = policy;
    this.planner = new Planner(policy);
    this.told = new Told();
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
          ? repeated(state, event)
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
   * A report came.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onReport(@Nullable ItemState known, ReportMessage message, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    int index = state.index(message.eventKey());
    if (index < 0 || state.executions().get(index).plan() == null) {
      return orphan(state, new ReportFact(message, time));
    }
    Execution execution = state.executions().get(index);
    if (!asked(execution, message)) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of a request of this execution's plan, found another request");
    }
    if (execution.report(message.requestId()).isPresent()) {
      return repeated(state, index, message);
    }
    Set<String> before = requestIds(execution);
    ReportFact fact = new ReportFact(message, time);
    Execution answered = execution.with(fact);
    List<Emission> emissions = new ArrayList<>();
    emissions.add(attest(answered, fact));
    ask(answered, before, emissions);
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
      told.echo(state, fact).forEach(tell -> emissions.add(new Emission.Tell(tell)));
      follow(state, movedBy(state, present.get()), present.get().time(), emissions);
      return shown(fact.workItem(), state, emissions);
    }
    if (state.facts().size() >= ItemState.FACTS_MAX) {
      return refused(
          state,
          ErrorCode.LIMIT_EXCEEDED,
          "expected at most " + ItemState.FACTS_MAX + " facts about one work item");
    }
    return switch (told.apply(counted(state, time), fact, time)) {
      case Told.Refused(String detail) -> refused(state, ErrorCode.UNKNOWN_REQUEST, detail);
      case Told.Applied(ItemState next, @Nullable Ruling ruling) -> {
        if (ruling != null) {
          say(ruling, next.execution(ruling.decision().eventKey()).orElseThrow(), emissions);
        }
        told.echo(next, fact).forEach(tell -> emissions.add(new Emission.Tell(tell)));
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
    Set<String> asked = Set.of();
    ask(next, asked, emissions);
    for (ReportFact orphan : waiting) {
      if (asked(next, orphan.message()) && next.report(orphan.message().requestId()).isEmpty()) {
        Set<String> before = requestIds(next);
        next = next.with(orphan);
        emissions.add(attest(next, orphan));
        ask(next, before, emissions);
      } else {
        emissions.add(
            new Emission.Refuse(
                Rejection.of(
                    ErrorCode.UNKNOWN_REQUEST,
                    "expected the report of a request of this execution's plan")));
      }
    }
    return state.withoutOrphansOf(event.eventKey()).with(next).with(standing);
  }

  /** Says again what the execution stands for; those after it came later. */
  private static Outcome repeated(ItemState state, ExecutionEvent event) {
    List<Emission> emissions = new ArrayList<>();
    state.execution(event.eventKey()).ifPresent(known -> again(known, emissions));
    return shown(event.data().workItem(), state, emissions);
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
    Set<String> answered = requestIds(execution.upTo(place));
    execution.reports().forEach(report -> answered.add(report.message().requestId()));
    ask(execution.upTo(place + 1), answered, emissions);
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

  private static void ask(Execution execution, Set<String> before, List<Emission> emissions) {
    for (Plan.Item item : due(execution)) {
      if (!before.contains(item.request().requestId())) {
        emissions.add(new Emission.Ask(item.request(), item.slow()));
      }
    }
  }

  private static void say(Ruling ruling, Execution execution, List<Emission> emissions) {
    ExecutionEvent event = execution.event();
    for (String text : ruling.statements()) {
      emissions.add(
          new Emission.Attest(
              Statement.kept(text),
              event.data().workItem(),
              event.eventKey(),
              event.data().attemptNumber(),
              event.data().agent(),
              ruling.decision().time()));
    }
    emissions.add(new Emission.Decide(ruling.decision()));
    ruling.tells().forEach(fact -> emissions.add(new Emission.Tell(fact)));
  }

  private static Emission attest(Execution execution, ReportFact fact) {
    ExecutionEvent event = execution.event();
    return new Emission.Attest(
        Statements.verification(fact.message(), fact.time()),
        event.data().workItem(),
        event.eventKey(),
        event.data().attemptNumber(),
        event.data().agent(),
        fact.time());
  }

  private static List<Plan.Item> due(Execution execution) {
    Plan plan = execution.plan();
    return plan == null ? List.of() : Rounds.due(plan, execution);
  }

  private static Set<String> requestIds(Execution execution) {
    Set<String> ids = new HashSet<>();
    due(execution).forEach(item -> ids.add(item.request().requestId()));
    return ids;
  }

  private static boolean complete(Execution execution) {
    return due(execution).stream()
        .allMatch(item -> execution.report(item.request().requestId()).isPresent());
  }

  private static boolean asked(Execution execution, ReportMessage message) {
    return due(execution).stream().anyMatch(item -> Answers.to(item.request(), message));
  }

  private static ItemState counted(ItemState state, String time) {
    return state.standing(standing -> {
      Standing.Change change = standing.change();
      Cost cost = change.cost;
      change.cost =
          new Cost(
              cost.attempts(),
              cost.verifications(),
              cost.verifierMillis(),
              cost.directorSteps() + 1,
              cost.modelCalls(),
              cost.rerunsSaved());
      if (change.firstTime.isEmpty()) {
        change.at(time);
      }
      return change.done();
    });
  }

  private static Outcome orphan(ItemState state, ReportFact report) {
    boolean known = state.orphans().stream().anyMatch(o -> o.message().equals(report.message()));
    if (known) {
      return new Outcome(state, List.of());
    }
    if (state.orphans().size() >= ItemState.ORPHANS_MAX) {
      return refused(
          state, ErrorCode.UNKNOWN_REQUEST, "expected the report of an accepted execution");
    }
    return new Outcome(state.withOrphan(report), List.of());
  }

  private static Outcome refused(ItemState state, ErrorCode code, String detail) {
    return new Outcome(state, List.of(new Emission.Refuse(Rejection.of(code, detail))));
  }
}
