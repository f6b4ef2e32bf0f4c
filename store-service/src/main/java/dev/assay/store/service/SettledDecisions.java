package dev.assay.store.service;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Tells which decisions the store shows in full. A decision and the work item that it changed come
 * on different topics; who waits is told of the decision only when both are kept, so that the next
 * read agrees with it. For one thread.
 */
final class SettledDecisions {

  /** Work items whose decisions wait; beyond it the oldest are told at once. */
  static final int WAITING_MAX = 10_000;

  /** Work items of which it is remembered how many decisions they show. */
  static final int REMEMBERED_MAX = 10_000;

  private final LinkedHashMap<String, List<Decision>> waiting = new LinkedHashMap<>();
  private final LinkedHashMap<String, Integer> shownDecisions = new LinkedHashMap<>();
  private List<Decision> settled = new ArrayList<>();

  /** A decision is in the batch. */
  void decided(Decision decision) {
    if (reached(decision)) {
      settled.add(decision);
      return;
    }
    waiting.computeIfAbsent(decision.workItem(), _ -> new ArrayList<>(1)).add(decision);
    if (waiting.size() > WAITING_MAX) {
      settled.addAll(waiting.pollFirstEntry().getValue());
    }
  }

  /** A work item is in the batch. */
  void shown(WorkItem item) {
    shownDecisions.merge(item.workItem(), item.decisions(), Math::max);
    if (shownDecisions.size() > REMEMBERED_MAX) {
      shownDecisions.pollFirstEntry();
    }
    List<Decision> held = waiting.remove(item.workItem());
    if (held != null) {
      held.forEach(this::decided);
    }
  }

  /** The decisions that became whole; to be called when the batch is durable. */
  List<Decision> take() {
    List<Decision> taken = settled;
    settled = new ArrayList<>();
    return taken;
  }

  private boolean reached(Decision decision) {
    return shownDecisions.getOrDefault(decision.workItem(), 0) >= decision.ordinal();
  }
}
