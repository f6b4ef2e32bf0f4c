package dev.assay.ingest;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.WorkItem;
import dev.assay.service.HopTimer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for what becomes of their event: the first decision on it answers them, or the
 * refusal of what they sent.
 */
final class Waiters {

  private final ConcurrentMap<String, Set<Wait>> waiting = new ConcurrentHashMap<>();
  private final HopTimer answered;
  private volatile boolean closed;

  /**
   * Nobody waits yet.
   *
   * @param answered told how long it takes from a decision to the answer that has it
   */
  Waiters(HopTimer answered) {
    this.answered = answered;
  }

  /** One request's wait. Closed by the request when its answer is made. */
  final class Wait implements AutoCloseable {

    private final ExecutionEvent event;
    private final String eventKey;
    private final CompletableFuture<Optional<Decision>> decision = new CompletableFuture<>();

    /** When the decision came; written before {@link #decision} completes with it. */
    private volatile @Nullable Long decidedNanos;

    private Wait(ExecutionEvent event) {
      this.event = event;
      this.eventKey = event.eventKey();
    }

    /**
     * Completes with the decision, or empty when the server shuts down; fails with {@link
     * dev.assay.schemas.RejectedException} when the director refused the event.
     */
    CompletableFuture<Optional<Decision>> decision() {
      return decision;
    }

    private void decided(Decision made) {
      if (decidedNanos == null) {
        decidedNanos = System.nanoTime();
        decision.complete(Optional.of(made));
      }
    }

    private boolean waitsFor(Refusal refusal) {
      return eventKey.equals(refusal.eventKey()) && event.contentDigest().equals(refusal.input());
    }

    @Override
    public void close() {
      waiting.computeIfPresent(
          event.data().workItem(),
          (_, waits) -> {
            waits.remove(this);
            return waits.isEmpty() ? null : waits;
          });
      Long decided = decidedNanos;
      if (decided != null) {
        answered.took(System.nanoTime() - decided);
      }
    }
  }

  Wait begin(ExecutionEvent event) {
    Wait wait = new Wait(event);
    waiting.compute(
        event.data().workItem(),
        (_, present) -> {
          Set<Wait> waits = present == null ? ConcurrentHashMap.newKeySet(2) : present;
          waits.add(wait);
          return waits;
        });
    if (closed) {
      wait.decision.complete(Optional.empty());
    }
    return wait;
  }

  /** Whether anybody waits for something about a work item. */
  boolean waitFor(String workItem) {
    return waiting.containsKey(workItem);
  }

  void decided(Decision decision) {
    for (Wait wait : waiting.getOrDefault(decision.workItem(), Set.of())) {
      if (wait.eventKey.equals(decision.eventKey())) {
        wait.decided(decision);
      }
    }
  }

  /** A work item shows what was refused of it. */
  void refused(WorkItem item) {
    for (Wait wait : waiting.getOrDefault(item.workItem(), Set.of())) {
      item.refusals().stream()
          .filter(wait::waitsFor)
          .findFirst()
          .ifPresent(
              refusal -> wait.decision.completeExceptionally(refusal.rejection().asException()));
    }
  }

  /** Sends everybody home without a decision. */
  void close() {
    closed = true;
    waiting.values().forEach(waits -> waits.forEach(w -> w.decision.complete(Optional.empty())));
  }

  /** Requests that wait. */
  int size() {
    return waiting.values().stream().mapToInt(Set::size).sum();
  }
}
