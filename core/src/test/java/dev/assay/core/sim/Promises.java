package dev.assay.core.sim;

import dev.assay.core.director.DecisionOutputs;
import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.Policy;
import dev.assay.core.sim.InputLog.Entry;
import dev.assay.core.sim.Item.Execution;
import dev.assay.core.sim.Scenario.Fault;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.message.Decision;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What is promised once everything has come to rest. */
final class Promises {

  private final Policy policy;
  private final Scenario scenario;
  private final List<DirectorTask> directors;
  private final Map<String, Decision> decisions;
  private final MerkleSink sink;

  Promises(
      Policy policy,
      Scenario scenario,
      List<DirectorTask> directors,
      Map<String, Decision> decisions,
      MerkleSink sink) {
    this.policy = policy;
    this.scenario = scenario;
    this.directors = directors;
    this.decisions = decisions;
    this.sink = sink;
  }

  void check(InputLog executions) {
    Set<String> expected = new HashSet<>();
    Set<String> made = new HashSet<>();
    for (DirectorTask director : directors) {
      director
          .states()
          .forEach((workItem, state) ->
              Invariants.that(
                  !workItem.startsWith(Messages.UNASKED) || state.equals(Item.nothing()),
                  "nothing is left of a work item that nobody sent"));
      for (Item state : director.states().values()) {
        Invariants.that(
            state.head().early().isEmpty(), "no report waits for its execution for ever");
        for (Execution execution : state.executions()) {
          DecisionOutputs ruling = execution.outputs();
          Invariants.that(ruling != null, "every accepted execution is decided");
          execution.reports().forEach(report -> expected.add(attestation(report)));
        }
        Invariants.that(state.governance().question() == null, "every question ends");
        Invariants.that(
            state.governance().family().awaited() == null, "every wait for children ends");
        for (DecisionOutputs ruling : Invariants.rulings(state)) {
          made.add(ruling.decision().id());
          Invariants.that(
              ruling.decision().equals(decisions.get(ruling.decision().id())),
              "every decision is published as it was made");
          ruling.statements().forEach(text -> expected.add(Promotions.id(text)));
        }
      }
    }
    Invariants.that(decisions.keySet().equals(made), "nothing is published that was not decided");
    Invariants.that(sink.ids().equals(expected), "each verification has exactly one attestation");
    everyExecutionIsKnown(executions);
    replayed();
  }

  private void everyExecutionIsKnown(InputLog executions) {
    for (int i = 0; i < directors.size(); i++) {
      for (Entry entry : executions.partition(i)) {
        if (entry.input() instanceof Input.Execute execute) {
          Invariants.that(
              directors.get(i).state(execute.workItem()).executions().stream()
                  .anyMatch(e -> e.event().eventKey().equals(execute.event().eventKey())),
              "no submitted execution is lost");
        }
      }
    }
  }

  /**
   * The topics once more from nothing, each record once: by the order in which records came, or,
   * when topics overtook each other, by the order in which the director took them.
   */
  private void replayed() {
    Set<String> attested = new HashSet<>();
    Set<String> decided = new HashSet<>();
    DirectorStep step = new DirectorStep(policy);
    for (DirectorTask director : directors) {
      Map<String, Item> states = new HashMap<>();
      Stream<Entry> entries = director.taken().stream();
      Stream<Entry> ordered =
          scenario.has(Fault.REORDERED_TOPICS)
              ? entries
              : entries.sorted(Comparator.comparingLong(Entry::order));
      for (Entry entry : ordered.toList()) {
        String workItem = entry.input().workItem();
        Item.Step outcome = entry.input().step(step, states.getOrDefault(workItem, Item.nothing()));
        states.put(workItem, outcome.next());
        for (Emission emission : outcome.emissions()) {
          if (emission instanceof Emission.Attest attest) {
            attested.add(attest.statement().id());
          } else if (emission instanceof Emission.Decide(var decision)) {
            decided.add(decision.id());
          }
        }
      }
    }
    Invariants.that(attested.equals(sink.ids()), "a replay gives the same attestations");
    Invariants.that(decided.equals(decisions.keySet()), "a replay gives the same decisions");
  }

  private static String attestation(ReportFact report) {
    return Statements.verification(report.message(), report.time()).id();
  }
}
