package dev.assay.core.director;

import dev.assay.core.director.ItemValue.GovernanceEntry;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The director as a fold over facts. The executions of a work item are planned and decided one
 * after the other, in the order in which they were accepted: verification runs in parallel, whole
 * attempts never do. A fact that comes again changes nothing and re-emits what it gave before, so
 * that a crash between state and output loses nothing; every id comes from facts.
 *
 * <p>A step reads the values of the stored state that it needs and returns those that change.
 */
public final class DirectorStep {

  private static final Rejection UNCLAIMED =
      Rejection.of(
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of an execution that is accepted, found none of it in time");

  private final AttemptSequence attempts;
  private final Edition edition;

  public DirectorStep(Policy policy) {
    this(policy, Edition.TODAY);
  }

  public DirectorStep(Policy policy, Edition edition) {
    this.attempts = new AttemptSequence(policy, edition);
    this.edition = edition;
  }

  /**
   * An execution came.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onExecution(ItemReader stored, ExecutionEvent event, String time) {
    ItemState state = ItemState.of(stored);
    String workItem = event.data().workItem();
    String eventKey = event.eventKey();
    int index = state.index(eventKey);
    if (index >= 0) {
      Execution present = state.execution(index);
      if (!present.event().repeats(event)) {
        return refuse(
            state,
            event,
            Rejection.of(
                ErrorCode.EVENT_CONFLICT,
                "expected the event of this source and id to be the one accepted before, found"
                    + " other data; send it under a new id"),
            time);
      }
      ItemHead head = state.head();
      boolean waits = head.undecided() && !head.planned();
      return waits && !attempts.awaitsModel(state, head.executions().get(head.decided()))
          ? attempts.advanced(workItem, state, new ArrayList<>())
          : Emissions.repeated(state, present);
    }
    String fleet = event.data().agent().fleet();
    if (edition.isAfter(Edition.BEFORE_FLEETS)
        && !fleet.equals(Objects.requireNonNullElse(state.fleet(), fleet))) {
      return refuse(
          state,
          event,
          Rejection.of(
              ErrorCode.FORBIDDEN,
              "expected an execution of the fleet that began the work item, found one of "
                  + Require.quoted(fleet)),
          time);
    }
    if (state.head().executions().size() >= ItemState.EXECUTIONS_MAX) {
      return refuse(
          state, event, full(ItemState.EXECUTIONS_MAX + " executions of one work item"), time);
    }
    return attempts.advanced(
        workItem, counted(state, time).accepted(event, eventKey, time), new ArrayList<>());
  }

  private static Rejection full(String bound) {
    return Rejection.of(
        ErrorCode.LIMIT_EXCEEDED,
        "expected at most " + bound + "; send further attempts as another work item");
  }

  /**
   * An execution is refused, by the step itself or by who keeps its states; the work item shows it.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(ItemReader stored, ExecutionEvent event, Rejection rejection, String time) {
    return refuse(ItemState.of(stored), event, rejection, time);
  }

  private static Outcome refuse(
      ItemState state, ExecutionEvent event, Rejection rejection, String time) {
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
  public Outcome onReport(ItemReader stored, ReportMessage message, String time) {
    ItemState state = ItemState.of(stored);
    int index = state.index(message.eventKey());
    if (index < 0 || index >= state.head().decided() && !isPlanned(state, index)) {
      return early(state, message, time);
    }
    Execution execution = state.execution(index);
    List<Plan.Item> due = execution.due();
    if (!execution.asks(due, message)) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of a request of this execution's plan, found another request");
    }
    if (execution.answer(message.requestId()) != null) {
      return Emissions.repeated(state, execution, message);
    }
    DecisionOutputs outputs = state.outputs(index);
    if (outputs != null) {
      return late(state, execution, outputs, message, time);
    }
    Emissions.Taken taken =
        Emissions.take(execution.event(), execution.planned().bounded(message), time);
    ItemState next = counted(state, time).answered(execution, taken.fact());
    List<Emission> emissions = new ArrayList<>();
    emissions.add(taken.attested());
    Emissions.ask(next.execution(index), Emissions.requestIds(due), emissions);
    return attempts.advanced(message.workItem(), next, emissions);
  }

  private static boolean isPlanned(ItemState state, int index) {
    return index == state.head().decided() && state.head().planned();
  }

  /** A report that its execution was decided without. */
  private static Outcome late(
      ItemState state,
      Execution execution,
      DecisionOutputs outputs,
      ReportMessage message,
      String time) {
    Optional<Refusal> refusal = state.refusal(message.requestId());
    if (refusal.isEmpty()) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected a report before its execution is decided, found one that came after");
    }
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(refusal.get().rejection()));
    Emissions.decide(outputs, execution.event(), emissions);
    Emissions.follow(state, execution.index() + 1, time, emissions);
    return Emissions.shown(message.workItem(), state, emissions);
  }

  /**
   * A report can't be taken in. When its execution waits for it, that is decided without it, since
   * no other report on the request may ever come.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(
      ItemReader stored, ReportMessage message, Rejection rejection, String time) {
    ItemState state = ItemState.of(stored);
    Optional<Execution> open = state.open().filter(e -> e.eventKey().equals(message.eventKey()));
    if (open.isEmpty() || !open.get().asks(open.get().due(), message)) {
      return refused(state, rejection.code(), rejection.detail());
    }
    Refusal refusal = Refusal.of(open.get().event(), message.requestId(), rejection, time);
    return attempts.closed(message.workItem(), state.with(refusal), rejection);
  }

  /**
   * Something else was told.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onFact(ItemReader stored, GovernanceFact fact, String time) {
    ItemState state = ItemState.of(stored);
    if (Fact.of(fact) instanceof Fact.ReportsUnclaimed(String until)
        && cameBy(state.earlySince(), until)) {
      return unclaimed(state, until);
    }
    GovernanceEntry present = state.fact(fact.id());
    List<Emission> emissions = new ArrayList<>();
    if (present != null) {
      decide(state, ledTo(state, present), emissions);
      GovernanceFacts.echo(state, fact)
          .forEach(echo -> emissions.add(new Emission.NotifyWorkItem(echo)));
      Emissions.follow(state, movedBy(state, present), present.time(), emissions);
      return Emissions.shown(fact.workItem(), state, emissions);
    }
    Optional<Rejection> forbidden = FactRights.lacking(state, fact, edition);
    if (forbidden.isPresent()) {
      return new Outcome(state, List.of(new Emission.Refuse(forbidden.get())));
    }
    int room =
        Fact.of(fact) instanceof Fact.EvidenceGiven
            ? ItemState.EVIDENCE_FACTS_MAX
            : ItemState.FACTS_MAX;
    if (state.head().facts() >= room && !GovernanceFacts.endsWait(state, fact)) {
      return refuse(state, fact, full(room + " facts about one work item"), time);
    }
    return switch (GovernanceFacts.apply(counted(state, time), fact, time, edition)) {
      case GovernanceFacts.Refused(ErrorCode code, String detail)
          when GovernanceFacts.isOfPerson(fact) ->
          refuse(state, fact, Rejection.of(code, detail), time);
      case GovernanceFacts.Refused(ErrorCode code, String detail) -> refused(state, code, detail);
      case GovernanceFacts.Applied(ItemState next, @Nullable DecisionOutputs outputs) -> {
        decide(next, outputs, emissions);
        GovernanceFacts.echo(next, fact)
            .forEach(echo -> emissions.add(new Emission.NotifyWorkItem(echo)));
        yield Fact.of(fact) instanceof Fact.VerificationOverdue
            ? attempts.closed(fact.workItem(), next, Reasons.VERIFICATION_OVERDUE, emissions)
            : attempts.advanced(fact.workItem(), next, emissions);
      }
    };
  }

  private static void decide(
      ItemState state, @Nullable DecisionOutputs outputs, List<Emission> emissions) {
    if (outputs != null) {
      int index = state.index(outputs.decision().eventKey());
      Emissions.decide(outputs, state.execution(index).event(), emissions);
    }
  }

  /**
   * A fact can't be taken in; the work item shows it. An execution that waits for a plan that the
   * fact suggests is decided without one.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome refuse(ItemReader stored, GovernanceFact fact, Rejection rejection, String time) {
    return refuse(ItemState.of(stored), fact, rejection, time);
  }

  private Outcome refuse(ItemState state, GovernanceFact fact, Rejection rejection, String time) {
    int index =
        Fact.of(fact) instanceof Fact.PlanSuggested suggested
            ? state.index(suggested.eventKey())
            : -1;
    ExecutionEvent about = index < 0 ? null : state.execution(index).event();
    ItemState next = state.with(Refusal.of(about, fact.id(), rejection, time));
    if (index >= 0 && index == state.head().decided() && !state.head().planned()) {
      return attempts.closed(fact.workItem(), next, rejection);
    }
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(rejection));
    if (index >= 0 && next.head().equals(state.head())) {
      Emissions.follow(state, index, time, emissions);
    }
    return Emissions.shown(fact.workItem(), next, emissions);
  }

  /** The first execution that a fact may have set in motion; their number when there is none. */
  private static int movedBy(ItemState state, GovernanceEntry entry) {
    int none = state.head().executions().size();
    if (Fact.of(entry.fact()) instanceof Fact.PlanSuggested suggested) {
      int index = state.index(suggested.eventKey());
      return index < 0 ? none : index;
    }
    DecisionOutputs outputs = ledTo(state, entry);
    return outputs == null ? none : state.index(outputs.decision().eventKey()) + 1;
  }

  /** What was decided on a fact, or null. */
  private static @Nullable DecisionOutputs ledTo(ItemState state, GovernanceEntry entry) {
    return Fact.of(entry.fact()) instanceof Fact.VerificationOverdue(String eventKey, _)
        ? state.outputs(state.index(eventKey))
        : entry.outputs();
  }

  private static ItemState counted(ItemState state, String time) {
    GovernanceState now = state.governance();
    GovernanceState stepped = now.with(now.spending().now(now.spending().all().stepped()));
    return state.with(
        now.progress().firstTime().isEmpty() ? stepped.with(now.progress().at(time)) : stepped);
  }

  private static Outcome early(ItemState state, ReportMessage message, String time) {
    boolean known =
        state.early(message.eventKey()).stream().anyMatch(r -> r.message().equals(message));
    if (known) {
      return new Outcome(state, List.of());
    }
    if (state.head().earlyReports() >= ItemState.EARLY_REPORTS_MAX) {
      return refused(
          state, ErrorCode.UNKNOWN_REQUEST, "expected the report of an accepted execution");
    }
    return new Outcome(state.early(Emissions.early(message, time)), List.of());
  }

  /**
   * Executions have not come whose first report came at {@code until} or before: their reports are
   * refused and forgotten. One that comes later is asked about anew.
   */
  private static Outcome unclaimed(ItemState state, String until) {
    ItemState next = state;
    List<Emission> emissions = new ArrayList<>();
    for (ItemHead.Early early : state.head().early()) {
      List<ReportFact> reports = state.early(early.eventKey());
      if (cameBy(reports.getFirst().time(), until)) {
        next = next.withoutEarly(early.eventKey());
        reports.forEach(report -> emissions.add(new Emission.Refuse(UNCLAIMED, report.message())));
      }
    }
    return new Outcome(next, emissions);
  }

  private static boolean cameBy(@Nullable String time, String until) {
    return time != null && time.compareTo(until) <= 0;
  }

  private static Outcome refused(ItemState state, ErrorCode code, String detail) {
    return new Outcome(state, List.of(new Emission.Refuse(Rejection.of(code, detail))));
  }
}
