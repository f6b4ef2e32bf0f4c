package dev.assay.core.director;

import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.ReportMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All facts of one work item, in the order they came, and where they lead: the director's state.
 * Everything it emits is computed from here, so that a fact that comes twice gives the same output
 * twice.
 *
 * @param executions accepted executions; they are planned and decided one after the other
 * @param orphans reports whose execution has not come or is not planned yet
 * @param facts what else was told
 * @param standing where the work item stands after everything that was decided
 * @param refusals the newest of what was refused, oldest first
 * @param refused how much was refused altogether
 */
public record ItemState(
    List<Execution> executions,
    List<ReportFact> orphans,
    List<GovernanceEntry> facts,
    GovernanceState standing,
    List<Refusal> refusals,
    int refused) {

  /** Executions that one work item may have. */
  public static final int EXECUTIONS_MAX = 128;

  /** Reports that wait for their execution. */
  public static final int ORPHANS_MAX = 256;

  /** Other facts that one work item may be told. */
  public static final int FACTS_MAX = 512;

  /**
   * An execution with its plan, the reports that answer it and what was decided.
   *
   * @param time RFC 3339 time of its record
   * @param plan as it was made when its turn came, or null before
   * @param ruling what was decided, or null before
   */
  public record Execution(
      ExecutionEvent event,
      String time,
      @Nullable Plan plan,
      List<ReportFact> reports,
      @Nullable DecisionOutputs ruling) {

    public Execution {
      reports = List.copyOf(reports);
    }

    /** The event's key, which is hashed anew only where it is not written down yet. */
    String eventKey() {
      if (ruling != null) {
        return ruling.decision().eventKey();
      }
      return plan == null || plan.items().isEmpty()
          ? event.eventKey()
          : plan.items().getFirst().request().eventKey();
    }

    Optional<ReportFact> report(String requestId) {
      for (ReportFact fact : reports) {
        if (fact.message().requestId().equals(requestId)) {
          return Optional.of(fact);
        }
      }
      return Optional.empty();
    }

    Execution planned(Plan made) {
      return new Execution(event, time, made, reports, ruling);
    }

    Execution with(ReportFact report) {
      List<ReportFact> next = new ArrayList<>(reports);
      next.add(report);
      return new Execution(event, time, plan, next, ruling);
    }

    /** As it was with the first {@code count} reports. */
    Execution upTo(int count) {
      return new Execution(event, time, plan, reports.subList(0, count), null);
    }

    Execution ruled(DecisionOutputs made) {
      return new Execution(event, time, plan, reports, made);
    }
  }

  /**
   * A report as it first came.
   *
   * @param time RFC 3339 time of its record
   * @param attestation id of the statement that is made of it
   */
  public record ReportFact(ReportMessage message, String time, String attestation) {}

  /**
   * Another fact as it first came.
   *
   * @param time RFC 3339 time of its record
   * @param ruling what it led to, or null
   */
  public record GovernanceEntry(
      GovernanceFact fact, String time, @Nullable DecisionOutputs ruling) {}

  public ItemState {
    executions = List.copyOf(executions);
    orphans = List.copyOf(orphans);
    facts = List.copyOf(facts);
    refusals = List.copyOf(refusals);
  }

  /** The state of a work item of which nothing is known. */
  public static ItemState empty() {
    return new ItemState(List.of(), List.of(), List.of(), GovernanceState.unknown(), List.of(), 0);
  }

  Optional<Execution> execution(String eventKey) {
    int index = index(eventKey);
    return index < 0 ? Optional.empty() : Optional.of(executions.get(index));
  }

  /** The place of an execution among the others, or -1. */
  int index(String eventKey) {
    for (int i = 0; i < executions.size(); i++) {
      if (executions.get(i).eventKey().equals(eventKey)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether an execution is not decided yet: its reports are under way. */
  public boolean undecided() {
    return open().isPresent();
  }

  /** The first execution that is not decided. */
  Optional<Execution> open() {
    return executions.stream().filter(e -> e.ruling() == null).findFirst();
  }

  /** The execution whose turn it is when it waits for a model's suggestion, otherwise null. */
  public @Nullable Execution unplanned() {
    Execution open = open().orElse(null);
    return open == null || open.plan() != null ? null : open;
  }

  /** The last execution that is decided. */
  Optional<Execution> lastDecided() {
    return executions.reversed().stream().filter(e -> e.ruling() != null).findFirst();
  }

  Optional<GovernanceEntry> fact(String id) {
    return facts.stream().filter(entry -> entry.fact().id().equals(id)).findFirst();
  }

  /** With {@code execution} in its place, or at the end when it is new. */
  ItemState with(Execution execution) {
    List<Execution> next = new ArrayList<>(executions);
    int index = index(execution.eventKey());
    if (index < 0) {
      next.add(execution);
    } else {
      next.set(index, execution);
    }
    return new ItemState(next, orphans, facts, standing, refusals, refused);
  }

  ItemState withOrphan(ReportFact orphan) {
    List<ReportFact> next = new ArrayList<>(orphans);
    next.add(orphan);
    return new ItemState(executions, next, facts, standing, refusals, refused);
  }

  ItemState withoutOrphansOf(String eventKey) {
    return new ItemState(
        executions,
        orphans.stream().filter(o -> !o.message().eventKey().equals(eventKey)).toList(),
        facts,
        standing,
        refusals,
        refused);
  }

  ItemState with(GovernanceEntry entry) {
    List<GovernanceEntry> next = new ArrayList<>(facts);
    next.add(entry);
    return new ItemState(executions, orphans, next, standing, refusals, refused);
  }

  /** With {@code refusal}, unless that is known; the oldest give way. */
  ItemState with(Refusal refusal) {
    if (refusals.stream().anyMatch(refusal::repeats)) {
      return this;
    }
    List<Refusal> next = new ArrayList<>(refusals);
    next.add(refusal);
    return new ItemState(
        executions,
        orphans,
        facts,
        standing,
        next.subList(Math.max(0, next.size() - Refusal.SHOWN_MAX), next.size()),
        refused + 1);
  }

  /** The refusal of an input that was awaited. */
  Optional<Refusal> refusal(String input) {
    return refusals.stream().filter(refusal -> refusal.input().equals(input)).findFirst();
  }

  /** Without the refusals of {@code event}, which is taken in now. */
  ItemState withoutRefusalsOf(ExecutionEvent event) {
    if (refusals.isEmpty()) {
      return this;
    }
    String key = event.eventKey();
    String content = event.contentDigest();
    List<Refusal> next =
        refusals.stream()
            .filter(r -> !key.equals(r.eventKey()) || !content.equals(r.input()))
            .toList();
    return new ItemState(executions, orphans, facts, standing, next, refused);
  }

  ItemState with(GovernanceState next) {
    return new ItemState(executions, orphans, facts, next, refusals, refused);
  }

  ItemState standing(UnaryOperator<GovernanceState> change) {
    return with(change.apply(standing));
  }
}
