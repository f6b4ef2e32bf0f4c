package dev.assay.core.director;

import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The director as a fold over facts. A fact that comes again changes nothing and re-emits what it
 * gave before, so that a crash between state and output loses nothing; every id comes from facts,
 * never from the order in which topics were read.
 */
public final class DirectorStep {

  private final Policy policy;
  private final String policyDigest;

  public DirectorStep(Policy policy) {
    this.policy = policy;
    this.policyDigest = policy.digest();
  }

  /**
   * An execution came.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onExecution(@Nullable ItemState known, ExecutionEvent event, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    Optional<Execution> present = state.execution(event.eventKey());
    if (present.isPresent()) {
      return present.get().event().equals(event)
          ? new Outcome(state, again(state, present.get()))
          : refused(
              state,
              ErrorCode.EVENT_CONFLICT,
              "expected the event of this source and id to be the one accepted before, found other"
                  + " content; send it under a new id");
    }
    if (state.executions().size() >= ItemState.EXECUTIONS_MAX) {
      return refused(
          state,
          ErrorCode.LIMIT_EXCEEDED,
          "expected at most " + ItemState.EXECUTIONS_MAX + " executions of one work item");
    }
    Execution execution =
        new Execution(event, time, Planner.plan(policy, policyDigest, event), List.of());
    ItemState next = state.with(execution);
    List<Emission> emissions = new ArrayList<>(again(next, execution));
    List<ReportFact> waiting =
        state.orphans().stream()
            .filter(o -> o.message().eventKey().equals(event.eventKey()))
            .toList();
    next = next.withoutOrphansOf(event.eventKey());
    for (ReportFact orphan : waiting) {
      Outcome outcome = onReport(next, orphan.message(), orphan.time());
      next = outcome.next();
      emissions.addAll(outcome.emissions());
    }
    return new Outcome(next, emissions);
  }

  /**
   * A report came.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome onReport(@Nullable ItemState known, ReportMessage message, String time) {
    ItemState state = known == null ? ItemState.empty() : known;
    Optional<Execution> found = state.execution(message.eventKey());
    if (found.isEmpty()) {
      return orphan(state, new ReportFact(message, time));
    }
    Execution execution = found.get();
    Plan plan = execution.plan();
    boolean asked = plan.items().stream().anyMatch(item -> answers(message, item.request()));
    if (!asked) {
      return refused(
          state,
          ErrorCode.UNKNOWN_REQUEST,
          "expected the report of a request in plan " + plan.id() + ", found another request");
    }
    if (execution.report(message.requestId()).isEmpty()) {
      List<ReportFact> reports = new ArrayList<>(execution.reports());
      reports.add(new ReportFact(message, time));
      execution = new Execution(execution.event(), execution.time(), execution.plan(), reports);
      state = state.with(execution);
    }
    List<Emission> emissions = new ArrayList<>();
    ReportFact fact = execution.report(message.requestId()).orElseThrow();
    emissions.add(
        attest(execution, Statements.verification(fact.message(), fact.time()), fact.time()));
    if (complete(plan, execution)) {
      emissions.addAll(decision(state, execution, plan));
    }
    return new Outcome(state, emissions);
  }

  /** Whether {@code message} says about the very thing that {@code request} asked for. */
  private static boolean answers(ReportMessage message, VerificationRequest request) {
    return message.requestId().equals(request.requestId())
        && message.planId().equals(request.planId())
        && message.workItem().equals(request.workItem())
        && message.attempt() == request.attempt()
        && message.report().verifierType().equals(request.verifierType())
        && message.configDigest().equals(Digests.sha256Hex(request.config()))
        && named(message.artifacts()).equals(named(request.artifacts()));
  }

  private static List<String> named(List<ArtifactRef> artifacts) {
    return artifacts.stream().map(a -> a.role().wire() + ":" + a.sha256()).toList();
  }

  /** What {@code execution} stands for now: open requests, or its attestations and decision. */
  private List<Emission> again(ItemState state, Execution execution) {
    Plan plan = execution.plan();
    List<Emission> emissions = new ArrayList<>();
    for (ReportFact fact : inRequestOrder(plan, execution)) {
      emissions.add(
          attest(execution, Statements.verification(fact.message(), fact.time()), fact.time()));
    }
    if (complete(plan, execution)) {
      emissions.addAll(decision(state, execution, plan));
      return emissions;
    }
    for (Plan.Item item : plan.items()) {
      if (execution.report(item.request().requestId()).isEmpty()) {
        emissions.add(new Emission.Ask(item.request(), item.slow()));
      }
    }
    emissions.add(new Emission.Show(WorkItems.verifying(state, execution)));
    return emissions;
  }

  private static boolean complete(Plan plan, Execution execution) {
    return execution.reports().size() == plan.items().size();
  }

  private List<Emission> decision(ItemState state, Execution execution, Plan plan) {
    ExecutionEvent event = execution.event();
    int retries =
        event.data().maxVerifyRetries() == null
            ? plan.basis().retriesMax()
            : event.data().maxVerifyRetries();
    Verdict verdict = Verdict.of(execution, plan, retries);
    List<ReportFact> reports = inRequestOrder(plan, execution);
    List<String> attestations =
        reports.stream().map(f -> Statements.verification(f.message(), f.time()).id()).toList();
    String time =
        reports.stream().map(ReportFact::time).reduce(execution.time(), DirectorStep::later);
    List<Emission> emissions = new ArrayList<>();
    Statement promotion = null;
    if (verdict.kind() == DecisionKind.PROMOTE) {
      promotion =
          Statements.promotion(
              event.data().workItem(),
              event.data().artifacts(),
              attestations,
              plan.basis().policy(),
              plan.basis().policyDigest(),
              time);
      emissions.add(attest(execution, promotion, time));
    }
    Decision decision =
        new Decision(
            decisionId(event, plan, verdict, attestations),
            event.data().workItem(),
            event.data().attemptNumber(),
            verdict.kind(),
            verdict.reasons(),
            attestations,
            promotion == null ? null : promotion.id(),
            moodBefore(event),
            verdict.kind() == DecisionKind.PROMOTE ? Mood.CALM : Mood.SKEPTICAL,
            List.of(),
            verdict.kind() == DecisionKind.RETRY ? RetryPrompt.ofReports(reports) : null,
            List.of(),
            null,
            event.eventKey(),
            event.id(),
            event.data().agent(),
            time);
    emissions.add(new Emission.Decide(decision));
    emissions.add(new Emission.Show(WorkItems.decided(state, execution, reports, decision)));
    return emissions;
  }

  private static Mood moodBefore(ExecutionEvent event) {
    return event.data().attemptNumber() == 1 ? Mood.CALM : Mood.SKEPTICAL;
  }

  private static String decisionId(
      ExecutionEvent event, Plan plan, Verdict verdict, List<String> attestations) {
    Map<String, Object> basis = new LinkedHashMap<>();
    basis.put("execution", event.eventKey());
    basis.put("plan", plan.id());
    basis.put("kind", verdict.kind().name());
    basis.put("reasons", verdict.reasons());
    basis.put("attestations", attestations);
    return Digests.sha256Hex("decision:" + Digests.sha256Hex(Json.canonical(basis)));
  }

  private static List<ReportFact> inRequestOrder(Plan plan, Execution execution) {
    return plan.items().stream()
        .map(item -> execution.report(item.request().requestId()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Emission attest(Execution execution, Statement statement, String time) {
    ExecutionEvent event = execution.event();
    return new Emission.Attest(
        statement,
        event.data().workItem(),
        event.eventKey(),
        event.data().attemptNumber(),
        event.data().agent(),
        time);
  }

  private static Outcome orphan(ItemState state, ReportFact report) {
    boolean known =
        state.orphans().stream()
            .anyMatch(o -> o.message().requestId().equals(report.message().requestId()));
    if (known) {
      return new Outcome(state, List.of());
    }
    if (state.orphans().size() >= ItemState.ORPHANS_MAX) {
      return refused(
          state, ErrorCode.UNKNOWN_REQUEST, "expected the report of an accepted execution");
    }
    return new Outcome(state.withOrphan(report), List.of());
  }

  private static Outcome refused(ItemState state, ErrorCode code, String detail) {
    return new Outcome(state, List.of(new Emission.Refuse(Rejection.of(code, detail))));
  }

  private static String later(String a, String b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
