package dev.assay.core.director;

import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Progress;
import dev.assay.core.director.ItemValue.Accepted;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.List;

/** Shows a work item: its status and its control state, in the director's own words. */
final class WorkItems {

  private WorkItems() {}

  static WorkItem show(String workItem, ItemState state) {
    ItemHead head = state.head();
    GovernanceState now = head.governance();
    Progress progress = now.progress();
    String refusedAt = head.refusals().isEmpty() ? "" : head.refusals().getLast().time();
    Accepted newest = state.newest();
    WorkItemStatus status =
        head.undecided()
            ? WorkItemStatus.VERIFYING
            : newest == null ? WorkItemStatus.PENDING : progress.status();
    String moved =
        newest != null && head.undecided()
            ? GovernanceState.later(newest.time(), progress.lastTime())
            : progress.lastTime();
    return new WorkItem(
        workItem,
        status,
        now.mood().now(),
        newest == null ? 1 : newest.event().data().attemptNumber(),
        newest == null ? null : newest.event().data().agent(),
        now.registers(),
        atoms(head),
        now.family().parent(),
        now.family().children().stream()
            .map(child -> new WorkItem.Child(child.workItem(), child.state()))
            .toList(),
        now.question() == null ? null : now.question().approval(),
        now.spending().all(),
        progress.decisions(),
        progress.firstTime().isEmpty() ? refusedAt : progress.firstTime(),
        GovernanceState.later(refusedAt, moved),
        head.refusals(),
        head.refused());
  }

  private static List<WorkItem.Atom> atoms(ItemHead head) {
    List<WorkItem.Atom> atoms = new ArrayList<>();
    for (Atom atom : head.governance().atoms()) {
      List<String> named = new ArrayList<>();
      if (atom.promotion() != null) {
        named.add(atom.promotion());
      }
      named.addAll(atom.attestations());
      int shown = Math.min(named.size(), Atom.ATTESTATIONS_MAX);
      atoms.add(new WorkItem.Atom(atom.id(), atom.state(), named.subList(0, shown)));
    }
    for (int i = head.decided(); i < head.executions().size(); i++) {
      boolean planned = i == head.decided() && head.planned();
      AtomState state = planned ? AtomState.QUARANTINED : AtomState.UNTRUSTED;
      atoms.add(new WorkItem.Atom(head.executions().get(i), state, List.of()));
    }
    GovernanceState.bound(atoms, WorkItem.Atom::state);
    return atoms;
  }
}
