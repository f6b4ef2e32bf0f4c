package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Answer;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * What every input of a work item reads and most change; of bounded size.
 *
 * @param executions keys of the accepted executions, which are planned and decided one after the
 *     other
 * @param decided how many of them are decided; the one behind those is open
 * @param planned whether the open execution has a plan
 * @param answers the reports that answer the open execution, in the order they came
 * @param early reports whose execution has not come or is not planned yet
 * @param facts how many governance facts came
 * @param governance where the work item stands after everything that was decided
 * @param refusals the newest of what was refused, oldest first
 * @param refused how much was refused altogether
 */
public record ItemHead(
    List<String> executions,
    int decided,
    boolean planned,
    List<Answer> answers,
    List<Early> early,
    int facts,
    GovernanceState governance,
    List<Refusal> refusals,
    int refused)
    implements ItemValue {

  /** How many reports came early for an execution. */
  public record Early(String eventKey, int reports) {}

  public ItemHead {
    executions = List.copyOf(executions);
    answers = List.copyOf(answers);
    early = List.copyOf(early);
    refusals = List.copyOf(refusals);
  }

  static ItemHead empty() {
    return new ItemHead(
        List.of(), 0, false, List.of(), List.of(), 0, GovernanceState.unknown(), List.of(), 0);
  }

  /** Whether an execution is not decided yet: its reports are under way. */
  public boolean undecided() {
    return decided < executions.size();
  }

  /** Early reports altogether. */
  int earlyReports() {
    return early.stream().mapToInt(Early::reports).sum();
  }

  int earlyReports(String eventKey) {
    return early.stream()
        .filter(e -> e.eventKey().equals(eventKey))
        .mapToInt(Early::reports)
        .findFirst()
        .orElse(0);
  }

  ItemHead accepted(String eventKey) {
    List<String> next = new ArrayList<>(executions);
    next.add(eventKey);
    return new ItemHead(
        next, decided, planned, answers, early, facts, governance, refusals, refused);
  }

  ItemHead planned(GovernanceState now) {
    return new ItemHead(executions, decided, true, List.of(), early, facts, now, refusals, refused);
  }

  ItemHead answered(Answer answer) {
    List<Answer> next = new ArrayList<>(answers);
    next.add(answer);
    return new ItemHead(
        executions, decided, planned, next, early, facts, governance, refusals, refused);
  }

  ItemHead decided(GovernanceState now) {
    return new ItemHead(
        executions, decided + 1, false, List.of(), early, facts, now, refusals, refused);
  }

  /** With so many early reports for that execution. */
  ItemHead early(String eventKey, int reports) {
    List<Early> next = new ArrayList<>(early);
    next.removeIf(e -> e.eventKey().equals(eventKey));
    if (reports > 0) {
      next.add(new Early(eventKey, reports));
    }
    return new ItemHead(
        executions, decided, planned, answers, next, facts, governance, refusals, refused);
  }

  /** One more fact came. */
  ItemHead told(GovernanceState now) {
    return new ItemHead(
        executions, decided, planned, answers, early, facts + 1, now, refusals, refused);
  }

  ItemHead with(GovernanceState now) {
    return new ItemHead(
        executions, decided, planned, answers, early, facts, now, refusals, refused);
  }

  /** With {@code refusal}, which is not known; the oldest give way. */
  ItemHead with(Refusal refusal) {
    List<Refusal> next = new ArrayList<>(refusals);
    next.add(refusal);
    return with(
        next.subList(Math.max(0, next.size() - Refusal.SHOWN_MAX), next.size()), refused + 1);
  }

  /** Without the refusals of {@code event}, which is taken in now. */
  ItemHead withoutRefusalsOf(ExecutionEvent event, String eventKey) {
    if (refusals.isEmpty()) {
      return this;
    }
    String content = event.contentDigest();
    return with(
        refusals.stream()
            .filter(r -> !eventKey.equals(r.eventKey()) || !content.equals(r.input()))
            .toList(),
        refused);
  }

  private ItemHead with(List<Refusal> kept, int all) {
    return new ItemHead(executions, decided, planned, answers, early, facts, governance, kept, all);
  }
}
