package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the director emits about a state, and emits again about one that it was in before. */
final class Emissions {

  private Emissions() {}

  /** Emits again what the execution stands for; those after it came later. */
  static Outcome repeated(ItemState state, Execution known) {
    List<Emission> emissions = new ArrayList<>();
    again(state, known, emissions);
    return shown(known.event().data().workItem(), state, emissions);
  }

  /**
   * Emits again what a report led to, and no more: were everything open asked again for each
   * repeated report, the answers would be repeated reports, each with everything open after it. A
   * report that says something else than the first on its request is refused.
   */
  static Outcome repeated(ItemState state, Execution execution, ReportMessage message) {
    int place = 0;
    while (!execution.answers().get(place).requestId().equals(message.requestId())) {
      place++;
    }
    ReportFact first = state.report(execution, place);
    if (!first.isRepeatedBy(message)) {
      Rejection conflict =
          Rejection.of(
              ErrorCode.REPORT_CONFLICT,
              "expected the second report of a request to be the first again, found "
                  + message.report().result()
                  + " after "
                  + first.message().report().result()
                  + ", in a report with another digest");
      return new Outcome(state, List.of(new Emission.Refuse(conflict)));
    }
    List<Emission> emissions = new ArrayList<>();
    emissions.add(attest(execution.event(), first));
    Set<String> answered = requestIds(execution.upTo(place).due());
    execution.answers().forEach(answer -> answered.add(answer.requestId()));
    DecisionOutputs outputs = state.outputs(execution.index());
    if (outputs == null) {
      Execution then = execution.upTo(place + 1);
      ask(then, answered, emissions);
    } else if (place == execution.answers().size() - 1) {
      decide(outputs, execution.event(), emissions);
      follow(state, execution.index() + 1, first.time(), emissions);
    }
    return shown(message.workItem(), state, emissions);
  }

  /**
   * Emits again what the executions from {@code index} stand for, as far as an input at {@code
   * time} can have set them in motion: not beyond one that waited for a later report.
   */
  static void follow(ItemState state, int index, String time, List<Emission> emissions) {
    boolean waited = false;
    for (int i = index; i < state.head().executions().size() && !waited; i++) {
      Execution execution = state.execution(i);
      again(state, execution, emissions);
      waited =
          i >= state.head().decided()
              || execution.answers().stream().anyMatch(a -> a.time().compareTo(time) > 0);
    }
  }

  private static void again(ItemState state, Execution execution, List<Emission> emissions) {
    DecisionOutputs outputs = state.outputs(execution.index());
    List<String> answered = execution.answers().stream().map(Answer::requestId).toList();
    for (Plan.Item item : execution.due()) {
      int place = answered.indexOf(item.requestId());
      if (place >= 0) {
        emissions.add(attest(execution.event(), state.report(execution, place)));
      } else if (outputs == null) {
        emissions.add(ask(execution, item));
      }
    }
    if (outputs != null) {
      decide(outputs, execution.event(), emissions);
    }
  }

  static Outcome shown(String workItem, ItemState state, List<Emission> emissions) {
    emissions.add(new Emission.PublishWorkItem(WorkItems.show(workItem, state)));
    return new Outcome(state, emissions);
  }

  /** Asks for all that is due and not among {@code before}. */
  static void ask(Execution execution, Set<String> before, List<Emission> emissions) {
    for (Plan.Item item : execution.due()) {
      if (!before.contains(item.requestId())) {
        emissions.add(ask(execution, item));
      }
    }
  }

  static Emission.RequestVerification ask(Execution execution, Plan.Item item) {
    Plan plan = execution.planned();
    return new Emission.RequestVerification(
        plan.request(execution.event(), execution.eventKey(), item), plan.verifier(item).slow());
  }

  static void decide(DecisionOutputs outputs, ExecutionEvent event, List<Emission> emissions) {
    for (String text : outputs.statements()) {
      emissions.add(
          attest(
              event,
              outputs.decision().eventKey(),
              Statement.kept(text),
              outputs.decision().time()));
    }
    emissions.add(new Emission.Decide(outputs.decision()));
    outputs.facts().forEach(fact -> emissions.add(new Emission.NotifyWorkItem(fact)));
  }

  /**
   * A report that is taken in.
   *
   * @param fact what is kept of it
   * @param attested what is said of it
   */
  record Taken(ReportFact fact, Emission attested) {}

  /** Takes in {@code message}, which is about {@code event}; the time is that of its record. */
  static Taken take(ExecutionEvent event, ReportMessage message, String time) {
    Statement statement = Statements.verification(message, event, time);
    return new Taken(
        new ReportFact(message, time, statement.id(), false),
        attest(event, message.eventKey(), statement, time));
  }

  /** {@code message}, whose execution has not come, with what is attested of it. */
  static ReportFact early(ReportMessage message, String time) {
    return new ReportFact(message, time, Statements.verification(message, time).id(), false);
  }

  static Emission attest(ExecutionEvent event, ReportFact fact) {
    return take(event, fact.message(), fact.time()).attested();
  }

  static Emission attest(ExecutionEvent event, String eventKey, Statement statement, String time) {
    return new Emission.Attest(
        statement,
        event.data().workItem(),
        eventKey,
        event.data().attemptNumber(),
        event.data().agent(),
        time);
  }

  static Set<String> requestIds(List<Plan.Item> items) {
    Set<String> ids = new HashSet<>();
    items.forEach(item -> ids.add(item.requestId()));
    return ids;
  }
}
