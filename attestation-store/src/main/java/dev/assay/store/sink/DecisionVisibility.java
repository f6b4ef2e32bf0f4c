package dev.assay.store.sink;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Tells which decisions the store shows in full. A decision, the work item that it changed and the
 * attestations that it names come on different topics; who waits is told of the decision only when
 * all of them are kept, so that the next read agrees with it. For one thread.
 */
final class DecisionVisibility {

  /** Work items whose decisions wait; beyond it the oldest are told at once. */
  static final int WAITING_MAX = 10_000;

  /** Work items of which it is remembered how many decisions they show. */
  static final int REMEMBERED_MAX = 10_000;

  /** Attestations of which it is remembered that they came; older ones are looked up. */
  static final int ATTESTATIONS_MAX = 4 * REMEMBERED_MAX;

  private final UnaryOperator<Set<String>> kept;
  private final LinkedHashMap<String, List<Decision>> waiting = new LinkedHashMap<>();
  private final LinkedHashMap<String, String> awaited = new LinkedHashMap<>();
  private final LinkedHashSet<String> attested = new LinkedHashSet<>();
  private final List<Decision> unsure = new ArrayList<>();
  private List<Decision> doubtful = List.of();
  private final LinkedHashMap<String, Integer> shownDecisions = new LinkedHashMap<>();
  private List<Decision> settled = new ArrayList<>();

  /**
   * Nothing is known yet.
   *
   * @param kept those of some attestation ids that the store has
   */
  DecisionVisibility(UnaryOperator<Set<String>> kept) {
    this.kept = kept;
  }

  /** A decision is in the batch. */
  void decided(Decision decision) {
    if (held(decision)) {
      unsure.add(decision);
    }
  }

  private boolean held(Decision decision) {
    List<String> missing = missing(decision);
    if (missing.isEmpty() && reached(decision)) {
      settled.add(decision);
      return false;
    }
    missing.forEach(id -> awaited.put(id, decision.workItem()));
    while (awaited.size() > ATTESTATIONS_MAX) {
      awaited.pollFirstEntry();
    }
    waiting.computeIfAbsent(decision.workItem(), _ -> new ArrayList<>(1)).add(decision);
    if (waiting.size() > WAITING_MAX) {
      settled.addAll(waiting.pollFirstEntry().getValue());
    }
    return true;
  }

  /** An attestation is in the batch. */
  void attested(String id) {
    attested.addLast(id);
    if (attested.size() > ATTESTATIONS_MAX) {
      attested.removeFirst();
    }
    String workItem = awaited.remove(id);
    if (workItem != null) {
      again(workItem);
    }
  }

  /** A work item is in the batch. */
  void shown(WorkItem item) {
    shownDecisions.merge(item.workItem(), item.decisions(), Math::max);
    if (shownDecisions.size() > REMEMBERED_MAX) {
      shownDecisions.pollFirstEntry();
    }
    again(item.workItem());
  }

  private void again(String workItem) {
    List<Decision> held = waiting.remove(workItem);
    if (held != null) {
      held.forEach(this::held);
    }
  }

  /**
   * The decisions that became whole; to be called when the batch is durable, and again when nothing
   * more came. Attestations that are still missing one batch after their decision are looked up:
   * most of them were only on their way.
   */
  List<Decision> take() {
    Set<String> missing = new HashSet<>();
    doubtful.forEach(decision -> missing.addAll(missing(decision)));
    if (!missing.isEmpty()) {
      kept.apply(missing).forEach(this::attested);
    }
    doubtful = List.copyOf(unsure);
    unsure.clear();
    List<Decision> taken = settled;
    settled = new ArrayList<>();
    return taken;
  }

  private List<String> missing(Decision decision) {
    List<String> missing = new ArrayList<>();
    for (String id : decision.attestations()) {
      if (!attested.contains(id)) {
        missing.add(id);
      }
    }
    String promotion = decision.promotion();
    if (promotion != null && !attested.contains(promotion)) {
      missing.add(promotion);
    }
    return missing;
  }

  private boolean reached(Decision decision) {
    return shownDecisions.getOrDefault(decision.workItem(), 0) >= decision.ordinal();
  }
}
