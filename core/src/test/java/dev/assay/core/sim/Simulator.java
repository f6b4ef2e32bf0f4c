package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Rules;
import dev.assay.core.sim.Item.Execution;
import dev.assay.core.sim.Messages.Verdict;
import dev.assay.core.sim.Scenario.Fault;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The whole pipeline in one thread under a seed: agents, topics, directors that crash, workers,
 * people and the store. The invariants are checked after every step, and the promises of delivery
 * once the network has healed and everything has come to rest.
 */
final class Simulator implements DirectorTask.Network {

  static final int PARTITIONS = 2;

  private static final long START = 1_795_000_000_000L;
  private static final long TICK_MILLIS_MAX = 1_500;
  private static final long APPROVAL_SECONDS = 30;
  private static final int RESTLESS_MAX = 20_000;

  private final Scenario scenario;
  private final SplittableRandom random;
  private final Policy policy;
  private final InputLog executions = new InputLog(PARTITIONS);
  private final InputLog reports = new InputLog(PARTITIONS);
  private final InputLog governance = new InputLog(PARTITIONS);
  private final List<DirectorTask> directors = new ArrayList<>();
  private final List<VerificationRequest> requests = new ArrayList<>();
  private final Fleet fleet;
  private final MerkleSink sink = new MerkleSink();
  private final Map<String, Decision> decisions = new LinkedHashMap<>();
  private final List<String> trace = new ArrayList<>();
  private long clock = START;
  private long order;
  private boolean healed;

  Simulator(Scenario scenario) {
    this.scenario = scenario;
    this.random = new SplittableRandom(scenario.seed());
    this.policy = policy(scenario);
    this.fleet = new Fleet(scenario, random);
    DirectorStep step = new DirectorStep(policy);
    for (int i = 0; i < PARTITIONS; i++) {
      directors.add(
          new DirectorTask(
              step,
              List.of(executions.partition(i), reports.partition(i), governance.partition(i))));
    }
  }

  private static Policy policy(Scenario scenario) {
    Rules rules = Rules.standard();
    return Messages.policy(
        new Rules(
            rules.retriesMax(),
            rules.sameSignatureAt(),
            rules.failuresAt(),
            rules.splitAt() - 1,
            rules.haltAt(),
            2,
            1,
            rules.budget(),
            APPROVAL_SECONDS,
            scenario.has(Fault.PEOPLE),
            1,
            rules.lensRounds()),
        scenario.has(Fault.MODEL));
  }

  /** Runs the world to its end. */
  void run() {
    for (int tick = 0; tick < scenario.ticks(); tick++) {
      tick();
    }
    trace.add("the network heals");
    healed = true;
    rest();
    sink.checkpoint();
    new Promises(policy, scenario, directors, decisions, sink).check(executions);
  }

  List<String> trace() {
    return trace;
  }

  private void tick() {
    clock += 1 + random.nextLong(TICK_MILLIS_MAX);
    switch (random.nextInt(8)) {
      case 0 -> fleet.act().forEach(this::submit);
      case 1, 2 -> work();
      case 3 -> people();
      case 4 -> sink.checkpoint();
      default -> directors.get(random.nextInt(PARTITIONS)).step(scenario, false, random, this);
    }
  }

  /** Everything that is under way comes to its end. */
  private void rest() {
    for (int i = 0; i < RESTLESS_MAX; i++) {
      boolean moved = false;
      for (DirectorTask director : directors) {
        moved |= director.step(scenario, true, random, this);
      }
      if (!requests.isEmpty()) {
        work();
        moved = true;
      }
      if (!moved) {
        clock += 2 * APPROVAL_SECONDS * 1_000;
        if (!expire() && !unclaimed()) {
          return;
        }
      }
    }
    throw new AssertionError("the pipeline comes to rest once the network heals");
  }

  private void submit(ExecutionEvent event) {
    int times = scenario.has(Fault.DUPLICATES) && random.nextInt(4) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      append(executions, time -> new Input.Execute(event, time));
    }
    if (scenario.has(Fault.MODEL)) {
      GovernanceFact fact =
          GovernanceFact.suggested(
              event.data().workItem(), event.eventKey(), "model", List.of("scan", "curl"));
      append(governance, time -> new Input.Tell(fact, time));
    }
  }

  /** A worker takes a request: at least once, sometimes late, sometimes twice. */
  private void work() {
    if (requests.isEmpty() || !healed && flips(Fault.SLOW_VERIFIERS, 3)) {
      return;
    }
    int index = healed ? 0 : random.nextInt(requests.size());
    VerificationRequest request = requests.get(index);
    if (!healed && flips(Fault.WORKER_CRASHES, 5)) {
      trace.add("worker crash before the report on " + request.requestId().substring(0, 8));
      return;
    }
    ReportMessage report = Messages.report(request, fleet.verdict(request), "worker");
    if (flips(Fault.FOREIGN_REPORTS, 4)) {
      ReportMessage foreign =
          Messages.foreign(Messages.report(request, Verdict.of(Result.PASS), "liar"));
      append(reports, time -> new Input.Report(foreign, time));
      ReportMessage unasked = Messages.unasked(foreign);
      append(reports, time -> new Input.Report(unasked, time));
    }
    append(reports, time -> new Input.Report(report, time));
    if (healed || !flips(Fault.WORKER_CRASHES, 6)) {
      requests.remove(index);
    }
  }

  private void people() {
    boolean told = expire();
    if (flips(Fault.IMPATIENCE, 2)) {
      told |= unclaimed();
    }
    if (told || !scenario.has(Fault.PEOPLE)) {
      return;
    }
    for (DirectorTask director : directors) {
      for (Map.Entry<String, Item> entry : director.states().entrySet()) {
        Question question = entry.getValue().governance().question();
        if (question != null && random.nextInt(3) == 0) {
          List<String> options = question.approval().options();
          GovernanceFact answer =
              Messages.byPerson(
                  GovernanceFact.answered(
                      entry.getKey(),
                      question.approval().id(),
                      options.get(random.nextInt(options.size())),
                      null,
                      "person"));
          append(governance, time -> new Input.Tell(answer, time));
        }
      }
    }
  }

  private boolean expire() {
    boolean any = false;
    for (DirectorTask director : directors) {
      for (Map.Entry<String, Item> entry : director.states().entrySet()) {
        Question question = entry.getValue().governance().question();
        Awaited awaited = entry.getValue().governance().family().awaited();
        String now = Times.text(clock);
        if (question != null && question.approval().deadline().compareTo(now) < 0) {
          GovernanceFact fact = GovernanceFact.expired(entry.getKey(), question.approval().id());
          append(governance, time -> new Input.Tell(fact, time));
          any = true;
        } else if (awaited != null && awaited.deadline().compareTo(now) < 0) {
          GovernanceFact fact = GovernanceFact.expired(entry.getKey(), awaited.id());
          append(governance, time -> new Input.Tell(fact, time));
          any = true;
        }
      }
    }
    return any;
  }

  /** Tells of reports that wait for their executions. */
  private boolean unclaimed() {
    boolean any = false;
    for (DirectorTask director : directors) {
      for (Map.Entry<String, Item> entry : director.states().entrySet()) {
        String since = ItemState.of(entry.getValue()).earlySince();
        if (since != null) {
          GovernanceFact fact = GovernanceFact.unclaimed(entry.getKey(), since);
          append(governance, time -> new Input.Tell(fact, time));
          any = true;
        }
      }
    }
    return any;
  }

  @Override
  public void stepped(Input input, Item.Step outcome) {
    for (Emission emission : outcome.emissions()) {
      if (emission instanceof Emission.Decide(var decision)
          && decision.kind() == DecisionKind.PROMOTE) {
        Execution execution =
            outcome.next().executions().stream()
                .filter(e -> e.event().eventKey().equals(decision.eventKey()))
                .findFirst()
                .orElseThrow();
        Invariants.that(
            fleet.promotable(execution.event()),
            "nothing false is promoted unless a verifier lied about it");
      }
    }
  }

  @Override
  public void send(Emission emission) {
    int times = scenario.has(Fault.DUPLICATES) && !healed && random.nextInt(8) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      deliver(emission);
    }
  }

  private void deliver(Emission emission) {
    switch (emission) {
      case Emission.RequestVerification(var request, _) -> requests.add(request);
      case Emission.Attest attest -> sink.take(attest);
      case Emission.NotifyWorkItem(var fact) ->
          append(governance, time -> new Input.Tell(fact, time));
      case Emission.Decide(var decision) -> {
        Decision known = decisions.putIfAbsent(decision.id(), decision);
        Invariants.that(known == null || known.equals(decision), "one id is one decision");
        decision.children().forEach(fleet::join);
      }
      case Emission.PublishWorkItem _, Emission.Refuse _ -> {}
    }
  }

  @Override
  public void note(String event) {
    trace.add(event);
  }

  private void append(InputLog log, Function<String, Input> input) {
    clock++;
    log.append(input.apply(Times.text(clock)), order++);
  }

  private boolean flips(Fault fault, int oneIn) {
    return scenario.has(fault) && random.nextInt(oneIn) == 0;
  }
}
