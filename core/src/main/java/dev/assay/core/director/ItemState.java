package dev.assay.core.director;

import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All facts of one work item, in the order they came: the director's state. Everything it emits is
 * computed from here, so that a fact that comes twice gives the same output twice.
 *
 * @param executions accepted executions
 * @param orphans reports whose execution has not come yet
 */
public record ItemState(List<Execution> executions, List<ReportFact> orphans) {

  /** Executions that one work item may have. */
  public static final int EXECUTIONS_MAX = 128;

  /** Reports that wait for their execution. */
  public static final int ORPHANS_MAX = 64;

  /**
   * An execution with its plan and the reports that answer it.
   *
   * @param time RFC 3339 time of its record
   * @param plan as it was made when the execution first came
   */
  public record Execution(ExecutionEvent event, String time, Plan plan, List<ReportFact> reports) {

    public Execution {
      reports = List.copyOf(reports);
    }

    Optional<ReportFact> report(String requestId) {
      return reports.stream().filter(r -> r.message().requestId().equals(requestId)).findFirst();
    }
  }

  /**
   * A report as it first came.
   *
   * @param time RFC 3339 time of its record
   */
  public record ReportFact(ReportMessage message, String time) {}

  public ItemState {
    executions = List.copyOf(executions);
    orphans = List.copyOf(orphans);
  }

  /** The state of a work item of which nothing is known. */
  public static ItemState empty() {
    return new ItemState(List.of(), List.of());
  }

  Optional<Execution> execution(String eventKey) {
    return executions.stream().filter(e -> e.event().eventKey().equals(eventKey)).findFirst();
  }

  ItemState with(Execution execution) {
    List<Execution> next = new ArrayList<>(executions.size() + 1);
    boolean replaced = false;
    for (Execution e : executions) {
      boolean same = e.event().eventKey().equals(execution.event().eventKey());
      next.add(same ? execution : e);
      replaced |= same;
    }
    if (!replaced) {
      next.add(execution);
    }
    return new ItemState(next, orphans);
  }

  ItemState withOrphan(ReportFact orphan) {
    List<ReportFact> next = new ArrayList<>(orphans);
    next.add(orphan);
    return new ItemState(executions, next);
  }

  ItemState withoutOrphansOf(String eventKey) {
    return new ItemState(
        executions,
        orphans.stream().filter(o -> !o.message().eventKey().equals(eventKey)).toList());
  }
}
