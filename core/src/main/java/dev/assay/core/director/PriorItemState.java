package dev.assay.core.director;

import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.FailureStreak;
import dev.assay.core.director.GovernanceState.MoodState;
import dev.assay.core.director.GovernanceState.Progress;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.GovernanceState.Spending;
import dev.assay.core.director.ItemValue.Accepted;
import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.ItemValue.Decided;
import dev.assay.core.director.ItemValue.FactPlace;
import dev.assay.core.director.ItemValue.GovernanceEntry;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodTransition;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A work item's state as it was stored before it was split into values: one value with everything.
 * It is only read; its schema is kept for that.
 */
public record PriorItemState(
    List<Run> executions,
    List<Report> orphans,
    List<Entry> facts,
    Standing standing,
    List<Refusal> refusals,
    int refused)
    implements ItemValue {

  public record Run(
      ExecutionEvent event,
      String time,
      @Nullable PriorPlan plan,
      List<Report> reports,
      @Nullable Ruling ruling) {}

  public record PriorPlan(
      String id,
      Mood mood,
      Plan.Basis basis,
      List<Request> items,
      List<String> refused,
      List<String> unknownRequired,
      List<String> unmet,
      @Nullable String closed) {}

  public record Request(
      VerificationRequest request, boolean slow, Plan.Purpose purpose, String of) {}

  public record Report(ReportMessage message, String time, String attestation) {

    ReportFact fact() {
      return new ReportFact(message, time, attestation, false);
    }
  }

  public record Ruling(Decision decision, List<String> statements, List<GovernanceFact> tells) {

    DecisionOutputs outputs() {
      return new DecisionOutputs(decision, statements, tells);
    }
  }

  public record Entry(GovernanceFact fact, String time, @Nullable Ruling ruling) {}

  public record Atom(
      String id,
      AtomState state,
      List<String> attestations,
      @Nullable String promotion,
      boolean waitsForChildren) {}

  public record Standing(
      Mood mood,
      Mood moodBefore,
      Cost costBefore,
      List<MoodTransition> transitions,
      List<String> signatures,
      int sameSignature,
      int failures,
      boolean halted,
      @Nullable Question question,
      @Nullable String parent,
      int depth,
      List<Child> children,
      List<Atom> atoms,
      ControlState registers,
      Cost cost,
      WorkItemStatus status,
      int decisions,
      String firstTime,
      String lastTime) {

    GovernanceState governance(Requirements requirements, @Nullable Awaited awaited) {
      boolean waits = !halted && question == null;
      return new GovernanceState(
          new MoodState(mood, moodBefore, transitions),
          new FailureStreak(signatures, sameSignature, failures),
          halted,
          question,
          new Family(parent, depth, children, null).open() && waits
              ? new Family(parent, depth, children, awaited)
              : new Family(parent, depth, children, null),
          atoms.stream()
              .map(a ->
                  new GovernanceState.Atom(
                      a.id(),
                      a.state(),
                      a.attestations(),
                      a.promotion(),
                      a.waitsForChildren(),
                      List.of()))
              .toList(),
          registers,
          requirements,
          new Spending(cost, costBefore),
          new Progress(status, decisions, firstTime, lastTime));
    }
  }

  /** The values that hold the same. */
  Map<ItemKey, ItemValue> values() {
    Map<ItemKey, ItemValue> values = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>();
    ItemHead head = ItemHead.empty();
    Requirements requirements = Requirements.NONE;
    for (Run run : executions) {
      String eventKey = run.event().eventKey();
      int index = keys.size();
      keys.add(eventKey);
      Plan plan = null;
      if (run.plan() != null) {
        requirements = requirements.with(run.event().data(), Risk.MEDIUM);
        plan = plan(run.event(), run.plan(), requirements.risk());
      }
      Accepted accepted = new Accepted(run.event(), run.time(), plan);
      values.put(ItemKey.execution(index), accepted);
      List<Answer> answers = new ArrayList<>();
      for (Report report : run.reports()) {
        values.put(ItemKey.report(index, answers.size()), report.fact());
        answers.add(report.fact().answer());
      }
      if (run.ruling() != null) {
        values.put(ItemKey.decision(index), new Decided(answers, run.ruling().outputs()));
        if (plan != null) {
          Execution execution = new Execution(index, eventKey, accepted, plan, answers);
          List<ReportFact> reports = run.reports().stream().map(Report::fact).toList();
          requirements =
              requirements.after(
                  Verdict.of(
                      plan,
                      execution,
                      requirements,
                      reports,
                      Set.of(),
                      Set::of,
                      Edition.BEFORE_FLEETS));
        }
        head = head.accepted(eventKey).decided(head.governance());
      } else {
        head = head.accepted(eventKey);
        if (plan != null) {
          head = head.planned(head.governance());
          for (Answer answer : answers) {
            head = head.answered(answer);
          }
        }
      }
    }
    for (Report report : orphans) {
      String eventKey = report.message().eventKey();
      int place = head.earlyReports(eventKey);
      values.put(ItemKey.early(eventKey, place), report.fact());
      head = head.early(eventKey, place + 1);
    }
    for (Entry entry : facts) {
      Ruling ruling = entry.ruling();
      DecisionOutputs outputs = ruling == null ? null : ruling.outputs();
      FactPlace place = new FactPlace(head.facts());
      values.put(
          ItemKey.fact(place.place()), new GovernanceEntry(entry.fact(), entry.time(), outputs));
      values.put(ItemKey.factPlace(entry.fact().id()), place);
      String eventKey = entry.fact().subject();
      if (entry.fact().kind() == GovernanceKind.PLAN_SUGGESTED && eventKey != null) {
        int number = 0;
        while (values.containsKey(ItemKey.suggestion(eventKey, number))) {
          number++;
        }
        values.put(ItemKey.suggestion(eventKey, number), place);
      }
      head = head.told(head.governance());
    }
    values.put(
        ItemKey.HEAD,
        new ItemHead(
            head.executions(),
            head.decided(),
            head.planned(),
            head.answers(),
            head.early(),
            head.facts(),
            standing.governance(requirements, awaited()),
            refusals,
            refused));
    return values;
  }

  /** The wait for children that the last decisions left, as they leave it now, or null. */
  private @Nullable Awaited awaited() {
    Map<String, PriorPlan> plans = new HashMap<>();
    Map<Integer, Ruling> rulings = new TreeMap<>();
    Map<Integer, String> causes = new HashMap<>();
    for (Run run : executions) {
      if (run.plan() != null && run.ruling() != null) {
        int ordinal = run.ruling().decision().ordinal();
        plans.put(run.ruling().decision().eventKey(), run.plan());
        rulings.put(ordinal, run.ruling());
        causes.put(ordinal, run.plan().id());
      }
    }
    for (Entry entry : facts) {
      if (entry.ruling() != null) {
        rulings.put(entry.ruling().decision().ordinal(), entry.ruling());
        causes.put(entry.ruling().decision().ordinal(), entry.fact().id());
      }
    }
    boolean split = false;
    boolean halted = false;
    Awaited awaited = null;
    for (Ruling ruling : rulings.values()) {
      Decision decision = ruling.decision();
      PriorPlan plan = plans.get(decision.eventKey());
      String cause = causes.get(decision.ordinal());
      split |= decision.kind() == DecisionKind.SPLIT;
      halted |= decision.kind() == DecisionKind.HALT;
      halted &=
          !decision.reasons().contains(Reasons.APPROVAL_ANSWERED)
              || decision.kind() == DecisionKind.HALT;
      if (!split || halted || decision.approval() != null || plan == null || cause == null) {
        awaited = null;
      } else if (awaited == null) {
        String deadline = plan.basis().rules().deadline(decision.time());
        awaited = Awaited.of(decision.eventKey(), cause, deadline);
      }
    }
    return awaited;
  }

  private static Plan plan(ExecutionEvent event, PriorPlan prior, Risk risk) {
    Map<String, Plan.Verifier> verifiers = new LinkedHashMap<>();
    List<Plan.Item> items = new ArrayList<>();
    List<ArtifactRef> known = event.data().artifacts();
    for (Request item : prior.items()) {
      VerificationRequest asked = item.request();
      String type = asked.verifierType();
      verifiers.put(
          type,
          new Plan.Verifier(
              type,
              asked.config(),
              item.slow(),
              asked.budgetMillis(),
              null,
              Policy.Kind.EVIDENCE,
              false,
              List.of(),
              false));
      boolean negative = item.purpose() == Plan.Purpose.NEGATIVE;
      items.add(
          new Plan.Item(
              asked.requestId(),
              type,
              negative ? List.of() : asked.artifacts().stream().map(known::indexOf).toList(),
              negative ? asked.artifacts().getFirst() : null,
              asked.lens(),
              item.purpose(),
              item.of()));
    }
    return new Plan(
        prior.id(),
        prior.mood(),
        risk,
        prior.basis(),
        List.copyOf(verifiers.values()),
        items,
        prior.refused(),
        prior.unknownRequired(),
        prior.unmet(),
        List.of(),
        List.of(),
        prior.closed());
  }
}
