package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Answer;
import dev.assay.schemas.message.GovernanceFact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The planned execution of a work item that waits for reports. */
public final class AwaitedReports {

  private final ItemState state;
  private final Execution execution;

  private AwaitedReports(ItemState state, Execution execution) {
    this.state = state;
    this.execution = execution;
  }

  /** What a work item waits for, or null when it waits for no report. */
  public static @Nullable AwaitedReports of(ItemReader stored) {
    ItemState state = ItemState.of(stored);
    return state.head().undecided() && state.head().planned()
        ? new AwaitedReports(state, state.execution(state.head().decided()))
        : null;
  }

  /** RFC 3339 time of what happened last: it came, its turn came, or a report came. */
  public String since() {
    String came = GovernanceState.later(execution.time(), state.governance().progress().lastTime());
    return execution.answers().isEmpty()
        ? came
        : GovernanceState.later(came, execution.answers().getLast().time());
  }

  /** The longest that a run which it waits for may take. */
  public long budgetMillis() {
    return unanswered().stream()
        .mapToLong(item -> execution.planned().verifier(item).budgetMillis())
        .max()
        .orElse(0);
  }

  /** Asks again for what is not answered: the same requests. */
  public List<Emission.RequestVerification> again() {
    List<Emission.RequestVerification> requests = new ArrayList<>();
    unanswered().forEach(item -> requests.add(Emissions.ask(execution, item)));
    return requests;
  }

  /** Says that it has waited long enough. */
  public GovernanceFact overdue() {
    return GovernanceFact.overdue(
        execution.event().data().workItem(), execution.eventKey(), execution.answers().size());
  }

  private List<Plan.Item> unanswered() {
    List<String> answered = execution.answers().stream().map(Answer::requestId).toList();
    return execution.due().stream().filter(item -> !answered.contains(item.requestId())).toList();
  }
}
