package dev.assay.core.director;

import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.director.ItemState.ReportFact;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.ControlState.Assertion;
import dev.assay.schemas.message.ControlState.Disclosure;
import dev.assay.schemas.message.ControlState.Hypothesis;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.List;

/** Shows a work item: its status and its control state, in the director's own words. */
final class WorkItems {

  private WorkItems() {}

  static WorkItem verifying(ItemState state, Execution execution) {
    return show(
        state,
        execution,
        WorkItemStatus.VERIFYING,
        execution.event().data().attemptNumber() == 1 ? Mood.CALM : Mood.SKEPTICAL,
        ControlState.empty(),
        new WorkItem.Atom(execution.event().eventKey(), AtomState.QUARANTINED, List.of()),
        execution.time());
  }

  static WorkItem decided(
      ItemState state, Execution execution, List<ReportFact> reports, Decision decision) {
    boolean promoted = decision.kind() == DecisionKind.PROMOTE;
    String atom = execution.event().eventKey();
    List<String> cited = new ArrayList<>(decision.attestations());
    if (decision.promotion() != null) {
      cited.add(decision.promotion());
    }
    List<Assertion> asserts =
        promoted
            ? List.of(new Assertion(atom, "every required verifier passed", cited))
            : List.of();
    return show(
        state,
        execution,
        status(decision.kind()),
        decision.moodAfter(),
        new ControlState(
            asserts,
            hypotheses(reports, decision),
            List.of(),
            List.of(),
            disclosures(reports, decision),
            List.of()),
        new WorkItem.Atom(
            atom, promoted ? AtomState.PROMOTED : AtomState.QUARANTINED, decision.attestations()),
        decision.time());
  }

  private static WorkItemStatus status(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> WorkItemStatus.PROMOTED;
      case RETRY, CONTINUE -> WorkItemStatus.RETRYING;
      case SPLIT -> WorkItemStatus.SPLIT;
      case ESCALATE -> WorkItemStatus.ESCALATED;
      case HALT -> WorkItemStatus.HALTED;
      case DEMOTE -> WorkItemStatus.DEMOTED;
      case REQUEST_APPROVAL -> WorkItemStatus.WAITING_FOR_HUMAN;
    };
  }

  private static List<Hypothesis> hypotheses(List<ReportFact> reports, Decision decision) {
    List<String> signatures =
        reports.stream()
            .flatMap(r -> r.message().report().failureSignatures().stream())
            .map(FailureSignature::id)
            .distinct()
            .limit(ControlState.REGISTER_ENTRIES_MAX)
            .toList();
    boolean failed = decision.reasons().contains(Verdict.VERIFICATION_FAILED);
    return failed
        ? List.of(
            new Hypothesis(
                "the cause of these failure signatures is in the change under test",
                "the same verifiers pass on an attempt that removes the cause",
                1,
                "every required verifier passes",
                signatures))
        : List.of();
  }

  private static List<Disclosure> disclosures(List<ReportFact> reports, Decision decision) {
    List<Disclosure> disclosures = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      for (Hyperthesis hyperthesis : reports.get(i).message().report().hyperthesis()) {
        if (disclosures.size() < ControlState.REGISTER_ENTRIES_MAX) {
          disclosures.add(new Disclosure(hyperthesis, decision.attestations().get(i)));
        }
      }
    }
    return disclosures;
  }

  private static WorkItem show(
      ItemState state,
      Execution execution,
      WorkItemStatus status,
      Mood mood,
      ControlState controlState,
      WorkItem.Atom atom,
      String time) {
    return new WorkItem(
        execution.event().data().workItem(),
        status,
        mood,
        execution.event().data().attemptNumber(),
        execution.event().data().agent(),
        controlState,
        List.of(atom),
        null,
        List.of(),
        null,
        Cost.none(),
        state.executions().getFirst().time(),
        time);
  }
}
