package dev.assay.core.director;

import dev.assay.core.director.DecisionBuilder.Result;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.PolicyRule.Watched;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ExecutionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans and decides the executions of a work item, one after the other. */
final class AttemptSequence {

  private final Policy policy;
  private final Edition edition;
  private final Planner planner;

  AttemptSequence(Policy policy, Edition edition) {
    this.policy = policy;
    this.edition = edition;
    this.planner = new Planner(policy, edition);
  }

  /** Plans and decides as far as the facts allow, then shows where the work item stands. */
  Outcome advanced(String workItem, ItemState state, List<Emission> emissions) {
    ItemState now = state;
    for (Optional<Execution> open = now.open(); open.isPresent(); open = now.open()) {
      Execution execution = open.get();
      if (execution.plan() == null) {
        if (awaitsModel(now, execution.eventKey())) {
          break;
        }
        now = planned(now, execution, emissions);
      } else if (complete(execution)) {
        now = settled(now, execution, execution.planned(), emissions);
      } else {
        break;
      }
    }
    return Emissions.shown(workItem, now, emissions);
  }

  private ItemState settled(
      ItemState now, Execution execution, Plan plan, List<Emission> emissions) {
    List<ReportFact> reports = now.reports(execution);
    Result result =
        Governor.settle(
            seen(now.governance(), plan, reports),
            execution,
            plan,
            reports,
            Witnesses.of(now, execution.event()),
            () -> stale(now),
            edition);
    Emissions.decide(result.outputs(), execution.event(), emissions);
    return now.decided(execution, result);
  }

  /** What had come when something failed last that was not seen to pass since. */
  private Set<String> stale(ItemState now) {
    if (now.governance().requirements().failures().isEmpty()) {
      return Set.of();
    }
    for (int index = now.head().decided() - 1; index >= 0; index--) {
      DecisionOutputs outputs = Objects.requireNonNull(now.outputs(index));
      if (failed(now, index, outputs.decision().reasons())) {
        return now.events(index + 1).stream()
            .flatMap(event -> event.data().artifacts().stream())
            .map(Evidence::subject)
            .collect(Collectors.toUnmodifiableSet());
      }
    }
    return Set.of();
  }

  /** Whether something failed in that execution: it as a whole, or tests of what is undecided. */
  private boolean failed(ItemState now, int index, List<String> reasons) {
    boolean undecided = reasons.contains(Reasons.FLAKY) || reasons.contains(Reasons.INCONCLUSIVE);
    return reasons.contains(Reasons.VERIFICATION_FAILED)
        || undecided
            && edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES)
            && now.reports(now.execution(index)).stream()
                .map(ReportFact::message)
                .anyMatch(Verdict::remembers);
  }

  /** With what the policy demands because of files that verifiers saw changed. */
  private static GovernanceState seen(GovernanceState now, Plan plan, List<ReportFact> reports) {
    if (plan.watched().isEmpty()) {
      return now;
    }
    List<String> touched =
        reports.stream().flatMap(report -> report.message().touched().stream()).toList();
    Requirements required = now.requirements();
    for (Watched watched : plan.watched()) {
      required = watched.sees(touched) ? required.and(watched.demand()) : required;
    }
    return required.equals(now.requirements()) ? now : now.with(required);
  }

  /** Decides the execution whose turn it is without what is refused. */
  Outcome closed(String workItem, ItemState state, Rejection rejection) {
    List<Emission> emissions = new ArrayList<>();
    emissions.add(new Emission.Refuse(rejection));
    return closed(workItem, state, rejection.code().name(), emissions);
  }

  /** Decides the execution whose turn it is without what is missing. */
  Outcome closed(String workItem, ItemState state, String reason, List<Emission> emissions) {
    ItemState now = state;
    Execution execution = now.open().orElseThrow();
    if (execution.plan() == null) {
      GovernanceState governance = required(now.governance(), execution.event());
      Plan plan = planner.closed(execution.event(), governance, reason);
      now = now.planned(execution, plan, governance);
      execution = now.open().orElseThrow();
    }
    Plan plan = execution.planned().closedBy(reason);
    return advanced(workItem, settled(now, execution, plan, emissions), emissions);
  }

  boolean awaitsModel(ItemState state, String eventKey) {
    return policy.modelPlans()
        && !state.governance().halted()
        && state.head().facts() < ItemState.FACTS_MAX
        && state.suggestions(eventKey).isEmpty();
  }

  /** Plans the execution whose turn it is, and takes the reports that were here before it. */
  private ItemState planned(ItemState state, Execution execution, List<Emission> emissions) {
    ExecutionEvent event = execution.event();
    GovernanceState governance = required(state.governance(), event);
    Plan plan;
    if (governance.halted()) {
      plan = planner.closed(event, governance, Reasons.HALTED);
    } else {
      boolean first = state.head().decided() == 0;
      governance = Governor.begin(governance, first, Set.copyOf(event.data().hints()));
      List<String> suggested =
          state.suggestions(execution.eventKey()).stream()
              .flatMap(each -> each.verifiers().stream())
              .toList();
      plan = planner.plan(event, governance, suggested);
    }
    List<ReportFact> waiting = state.early(execution.eventKey());
    ItemState next = state.planned(execution, plan, governance);
    Execution planned = next.execution(execution.index());
    Emissions.ask(planned, Set.of(), emissions);
    for (ReportFact early : waiting) {
      List<Plan.Item> due = planned.due();
      if (planned.asks(due, early.message())
          && planned.answer(early.message().requestId()) == null) {
        Emissions.Taken taken =
            Emissions.take(event, planned.planned().bounded(early.message()), early.time());
        next = next.answered(planned, taken.fact());
        planned = next.execution(execution.index());
        emissions.add(taken.attested());
        Emissions.ask(planned, Emissions.requestIds(due), emissions);
      } else {
        emissions.add(
            new Emission.Refuse(
                Rejection.of(
                    ErrorCode.UNKNOWN_REQUEST,
                    "expected the report of a request of this execution's plan"),
                early.message()));
      }
    }
    return next;
  }

  private GovernanceState required(GovernanceState now, ExecutionEvent event) {
    return now.with(now.requirements().with(event.data(), policy));
  }

  private static boolean complete(Execution execution) {
    return execution.due().stream().allMatch(item -> execution.answer(item.requestId()) != null);
  }
}
