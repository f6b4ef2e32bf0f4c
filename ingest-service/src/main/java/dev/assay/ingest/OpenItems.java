package dev.assay.ingest;

import dev.assay.http.Principal;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.service.StoreReads;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many work items each principal has open: from the first execution that it sends for one until
 * that is promoted, demoted, halted or escalated, or until no execution came for a day. Who acts
 * for all fleets has no such bound.
 *
 * <p>Learned from the executions on their topic, so that a restart forgets nothing; what was
 * settled meanwhile is looked up when the room is used up.
 */
final class OpenItems {

  private static final long SILENCE_NANOS = TimeUnit.DAYS.toNanos(1);

  /** Work items that one refusal looks up, the oldest first. */
  private static final int LOOKED_UP_MAX = 64;

  private static final Set<DecisionKind> SETTLING =
      EnumSet.of(
          DecisionKind.PROMOTE, DecisionKind.DEMOTE, DecisionKind.HALT, DecisionKind.ESCALATE);

  private final StoreReads source;
  private final int openMax;
  private final LongSupplier nanoTime;

  /** By principal: the open work items with the time of their last execution, oldest first. */
  private final Map<String, Map<String, Long>> open;

  /** Which principal has it open; as bounded as all that is open. */
  private final Map<String, String> openers;

  OpenItems(StoreReads source, IngestLimits limits, LongSupplier nanoTime) {
    this.source = source;
    this.openMax = limits.openWorkItemsMax();
    this.nanoTime = nanoTime;
    this.open = Bounded.map(IngestLimits.PRINCIPALS_REMEMBERED, true);
    this.openers = Bounded.map(limits.eventsRemembered(), true);
  }

  /** An execution is on its topic, now or earlier. */
  synchronized void sent(ExecutionEvent event) {
    String by = event.submittedBy();
    if (by == null) {
      return;
    }
    Map<String, Long> items = open.computeIfAbsent(by, _ -> new LinkedHashMap<>());
    String workItem = event.data().workItem();
    items.remove(workItem);
    if (items.size() < openMax) {
      items.put(workItem, nanoTime.getAsLong());
      String before = openers.put(workItem, by);
      Map<String, Long> theirs = before == null || before.equals(by) ? null : open.get(before);
      if (theirs != null) {
        theirs.remove(workItem); // it is open for who sent last, and for nobody else
      }
    }
  }

  /** A decision was made. */
  synchronized void decided(Decision decision) {
    if (SETTLING.contains(decision.kind())) {
      settled(decision.workItem());
    }
  }

  private void settled(String workItem) {
    String by = openers.remove(workItem);
    Map<String, Long> items = by == null ? null : open.get(by);
    if (items != null) {
      items.remove(workItem);
    }
  }

  /** Puts one that is open behind those that the next refusal is to look up. */
  private void lookedUp(String principal, String workItem) {
    Map<String, Long> items = open.get(principal);
    Long since = items == null ? null : items.remove(workItem);
    if (items != null && since != null) {
      items.put(workItem, since);
    }
  }

  /** Why {@code sender} may not begin {@code workItem}; empty when it may. */
  Optional<Rejection> refusal(Principal sender, String workItem) {
    if (sender.fleets() == null || hasRoom(sender.id(), workItem)) {
      return Optional.empty();
    }
    for (String old : oldest(sender.id())) {
      boolean over = source.isSettled(old);
      synchronized (this) {
        if (over) {
          settled(old);
        } else {
          lookedUp(sender.id(), old);
        }
      }
    }
    return hasRoom(sender.id(), workItem)
        ? Optional.empty()
        : Optional.of(
            Rejection.of(
                ErrorCode.QUOTA_EXCEEDED,
                "expected at most "
                    + openMax
                    + " open work items of "
                    + sender.id()
                    + ", found more; let some be promoted, halted or escalated first"));
  }

  private synchronized boolean hasRoom(String principal, String workItem) {
    Map<String, Long> items = open.get(principal);
    if (items == null) {
      return true;
    }
    long now = nanoTime.getAsLong();
    items.values().removeIf(since -> now - since > SILENCE_NANOS);
    return items.size() < openMax || items.containsKey(workItem);
  }

  private synchronized List<String> oldest(String principal) {
    Map<String, Long> items = open.get(principal);
    return items == null ? List.of() : items.keySet().stream().limit(LOOKED_UP_MAX).toList();
  }
}
