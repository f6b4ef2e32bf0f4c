package dev.assay.core.director;

import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows a work item: its status and its control state, in the director's own words. */
final class WorkItems {

  /** Attestations shown of one atom, its promotion first. */
  private static final int ATTESTATIONS_SHOWN_MAX = 4;

  private WorkItems() {}

  static WorkItem show(String workItem, ItemState state) {
    GovernanceState standing = state.standing();
    String refusedAt = state.refusals().isEmpty() ? "" : state.refusals().getLast().time();
    Optional<Execution> open = state.open();
    Optional<Execution> newest = open.isPresent() ? open : state.lastDecided();
    WorkItemStatus status =
        open.isPresent()
            ? WorkItemStatus.VERIFYING
            : newest.isPresent() ? standing.status() : WorkItemStatus.PENDING;
    return new WorkItem(
        workItem,
        status,
        standing.mood(),
        newest.map(e -> e.event().data().attemptNumber()).orElse(1),
        newest.map(e -> e.event().data().agent()).orElse(null),
        standing.registers(),
        atoms(state),
        standing.parent(),
        standing.children().stream()
            .map(child -> new WorkItem.Child(child.workItem(), child.state()))
            .toList(),
        standing.question() == null ? null : standing.question().approval(),
        standing.cost(),
        standing.decisions(),
        standing.firstTime().isEmpty() ? refusedAt : standing.firstTime(),
        GovernanceState.later(
            refusedAt,
            open.map(e -> GovernanceState.later(e.time(), standing.lastTime()))
                .orElse(standing.lastTime())),
        state.refusals(),
        state.refused());
  }

  private static List<WorkItem.Atom> atoms(ItemState state) {
    List<WorkItem.Atom> atoms = new ArrayList<>();
    for (Atom atom : state.standing().atoms()) {
      List<String> named = new ArrayList<>();
      if (atom.promotion() != null) {
        named.add(atom.promotion());
      }
      named.addAll(atom.attestations());
      atoms.add(
          new WorkItem.Atom(
              atom.id(),
              atom.state(),
              List.copyOf(named.subList(0, Math.min(named.size(), ATTESTATIONS_SHOWN_MAX)))));
    }
    for (Execution execution : state.executions()) {
      if (execution.ruling() == null) {
        AtomState quarantined =
            execution.plan() == null ? AtomState.UNTRUSTED : AtomState.QUARANTINED;
        atoms.add(new WorkItem.Atom(execution.event().eventKey(), quarantined, List.of()));
      }
    }
    GovernanceState.bound(atoms, WorkItem.Atom::state);
    return List.copyOf(atoms);
  }
}
