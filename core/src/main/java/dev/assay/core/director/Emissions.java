package dev.assay.core.director;

import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the director says about a state, and says again about one that it was in before. */
final class Emissions {

  private Emissions() {}

  /** Says again what the execution stands for; those after it came later. */
  static Outcome repeated(ItemState state, Execution known) {
    List<Emission> emissions = new ArrayList<>();
    again(known, emissions);
    return shown(known.event().data().workItem(), state, emissions);
  }

  /**
   * Says again what a report led to, and no more: were everything open asked again for each
   * repeated report, the answers would be repeated reports, each with everything open after it.
   */
  static Outcome repeated(ItemState state, int index, ReportMessage message) {
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
    DecisionOutputs ruling = execution.ruling();
    if (ruling == null) {
      ask(due(execution.upTo(place + 1)), answered, emissions);
    } else if (place == execution.reports().size() - 1) {
      say(ruling, execution, emissions);
      follow(state, index + 1, first.time(), emissions);
    }
    return shown(message.workItem(), state, emissions);
  }

  /**
   * Says again what the executions from {@code index} stand for, as far as an input at {@code time}
   * can have set them in motion: not beyond one that waited for a later report.
   */
  static void follow(ItemState state, int index, String time, List<Emission> emissions) {
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
    DecisionOutputs ruling = execution.ruling();
    for (Plan.Item item : due(execution)) {
      Optional<ReportFact> report = execution.report(item.request().requestId());
      if (report.isPresent()) {
        emissions.add(attest(execution, report.get()));
      } else if (ruling == null) {
        emissions.add(new Emission.RequestVerification(item.request(), item.slow()));
      }
    }
    if (ruling != null) {
      say(ruling, execution, emissions);
    }
  }

  static Outcome shown(String workItem, ItemState state, List<Emission> emissions) {
    emissions.add(new Emission.PublishWorkItem(WorkItems.show(workItem, state)));
    return new Outcome(state, emissions);
  }

  static void ask(List<Plan.Item> due, Set<String> before, List<Emission> emissions) {
    for (Plan.Item item : due) {
      if (!before.contains(item.request().requestId())) {
        emissions.add(new Emission.RequestVerification(item.request(), item.slow()));
      }
    }
  }

  static void say(DecisionOutputs ruling, Execution execution, List<Emission> emissions) {
    for (String text : ruling.statements()) {
      emissions.add(attest(execution.event(), Statement.kept(text), ruling.decision().time()));
    }
    emissions.add(new Emission.Decide(ruling.decision()));
    ruling.tells().forEach(fact -> emissions.add(new Emission.NotifyWorkItem(fact)));
  }

  static Emission attest(Execution execution, ReportFact fact) {
    return attest(
        execution.event(), Statements.verification(fact.message(), fact.time()), fact.time());
  }

  static Emission attest(ExecutionEvent event, Statement statement, String time) {
    return new Emission.Attest(
        statement,
        event.data().workItem(),
        event.eventKey(),
        event.data().attemptNumber(),
        event.data().agent(),
        time);
  }

  static List<Plan.Item> due(Execution execution) {
    Plan plan = execution.plan();
    return plan == null ? List.of() : NestedVerification.due(plan, execution);
  }

  static Set<String> requestIds(List<Plan.Item> items) {
    Set<String> ids = new HashSet<>();
    items.forEach(item -> ids.add(item.request().requestId()));
    return ids;
  }
}
