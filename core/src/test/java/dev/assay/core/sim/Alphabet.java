package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemState;
import dev.assay.core.sim.Item.Execution;
import dev.assay.core.sim.Messages.Verdict;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen next to one work item, out of a small alphabet. Times follow from the
 * state, so that two ways to the same state meet.
 *
 * @param executionsMax attempts
 * @param verdicts what a verifier may say
 * @param hints what an attempt may tell of its circumstances
 * @param early whether a report may come before its execution
 * @param model whether a model suggests plans
 */
record Alphabet(
    int executionsMax,
    List<ArtifactRef> artifacts,
    @Nullable Risk risk,
    List<Verdict> verdicts,
    List<List<MoodHint>> hints,
    boolean early,
    boolean model) {

  static final String WORK_ITEM = "w";

  private static final long START = 1_795_000_000_000L;
  private static final long ATTEMPT_MILLIS = 60_000;

  List<Input> next(DirectorStep director, Item state) {
    List<Input> inputs = new ArrayList<>();
    executions(director, state, inputs);
    reports(director, state, inputs);
    unclaimed(state, inputs);
    question(state, inputs);
    Awaited awaited = state.governance().family().awaited();
    if (awaited != null) {
      GovernanceFact late = GovernanceFact.expired(WORK_ITEM, awaited.id());
      inputs.add(new Input.Tell(late, later(state)));
      inputs.add(new Input.Tell(late, after(awaited.deadline(), 1)));
    }
    for (Child child : state.governance().family().children()) {
      children(state, child, inputs);
    }
    if (model) {
      for (Execution execution : state.executions()) {
        GovernanceFact fact =
            GovernanceFact.suggested(
                WORK_ITEM, execution.event().eventKey(), "model", List.of("scan"));
        if (execution.plan() == null
            && state.facts().stream().noneMatch(entry -> entry.fact().equals(fact))) {
          inputs.add(new Input.Tell(fact, later(state)));
        }
      }
    }
    return inputs;
  }

  private void executions(DirectorStep director, Item state, List<Input> inputs) {
    int attempt = state.executions().size() + 1;
    if (attempt > executionsMax) {
      return;
    }
    for (int i = 0; i < hints.size(); i++) {
      ExecutionEvent event =
          Messages.execution(
              "e" + attempt + "-" + i, WORK_ITEM, attempt, artifacts, risk, hints.get(i));
      Input.Execute execute = new Input.Execute(event, time(attempt, 0));
      inputs.add(execute);
      if (early && i == 0 && state.head().early().isEmpty()) {
        asked(execute.step(director, state))
            .forEach(request -> inputs.add(report(request, Verdict.of(Result.PASS), time(0, 2))));
      }
    }
  }

  /** The end of the wait of a report that came before its execution, and a word about no report. */
  private static void unclaimed(Item state, List<Input> inputs) {
    String since = ItemState.of(state).earlySince();
    if (since != null) {
      GovernanceFact fact = GovernanceFact.unclaimed(WORK_ITEM, since);
      inputs.add(new Input.Tell(fact, later(state)));
      GovernanceFact before = GovernanceFact.unclaimed(WORK_ITEM, after(since, -1));
      inputs.add(new Input.Tell(before, later(state)));
    }
  }

  private static List<VerificationRequest> asked(Item.Step outcome) {
    return outcome.emissions().stream()
        .filter(Emission.RequestVerification.class::isInstance)
        .map(emission -> ((Emission.RequestVerification) emission).request())
        .toList();
  }

  /** Every verdict on every request that is open, and a foreign report of it. */
  private void reports(DirectorStep director, Item state, List<Input> inputs) {
    Optional<Execution> open =
        state.executions().stream()
            .filter(e -> e.outputs() == null && e.plan() != null)
            .findFirst();
    if (open.isEmpty()) {
      return;
    }
    int answers = state.head().answers().size();
    String eventKey = open.get().event().eventKey();
    inputs.add(new Input.Tell(GovernanceFact.overdue(WORK_ITEM, eventKey, answers), later(state)));
    Execution execution = open.get();
    int attempt = execution.event().data().attemptNumber();
    List<VerificationRequest> unanswered =
        asked(state.after(director.onExecution(state, execution.event(), execution.time())));
    for (VerificationRequest request : unanswered) {
      if (!request.eventKey().equals(execution.event().eventKey())) {
        continue;
      }
      for (Verdict verdict : verdicts) {
        inputs.add(report(request, verdict, time(attempt, 1)));
      }
      ReportMessage foreign =
          Messages.foreign(Messages.report(request, Verdict.of(Result.PASS), "w"));
      inputs.add(new Input.Report(foreign, time(attempt, 1)));
    }
  }

  private static void question(Item state, List<Input> inputs) {
    Question question = state.governance().question();
    if (question == null) {
      return;
    }
    String id = question.approval().id();
    for (String option : question.approval().options()) {
      inputs.add(new Input.Tell(Messages.byPerson(answer(id, option)), later(state)));
    }
    inputs.add(new Input.Tell(Messages.byPerson(answer(id, "publish")), later(state)));
    inputs.add(new Input.Tell(answer(id, question.proceed()), later(state)));
    GovernanceFact expired = GovernanceFact.expired(WORK_ITEM, id);
    inputs.add(new Input.Tell(expired, later(state)));
    inputs.add(new Input.Tell(expired, after(question.approval().deadline(), 1)));
  }

  private static GovernanceFact answer(String id, String option) {
    return GovernanceFact.answered(WORK_ITEM, id, option, null, "person");
  }

  private static void children(Item state, Child child, List<Input> inputs) {
    List<ChildState> ways =
        switch (child.state()) {
          case OPEN, DEMOTED, HALTED -> List.of(ChildState.PROMOTED, ChildState.HALTED);
          case PROMOTED -> List.of(ChildState.DEMOTED);
        };
    for (ChildState way : ways) {
      String by = Digests.sha256Hex(child.workItem() + way);
      GovernanceFact fact = GovernanceFact.childSettled(WORK_ITEM, child.workItem(), way, by);
      if (child.state() != way
          && state.facts().stream().noneMatch(entry -> entry.fact().equals(fact))) {
        inputs.add(new Input.Tell(fact, later(state)));
      }
    }
  }

  private static Input.Report report(VerificationRequest request, Verdict verdict, String time) {
    return new Input.Report(Messages.report(request, verdict, "w"), time);
  }

  private static String time(int attempt, long millis) {
    return Times.text(START + attempt * ATTEMPT_MILLIS + millis);
  }

  private static String later(Item state) {
    String last = state.governance().progress().lastTime();
    return last.isEmpty() ? time(0, 1) : after(last, 1);
  }

  private static String after(String time, long millis) {
    return Times.text(Times.epochMillis(time) + millis);
  }
}
