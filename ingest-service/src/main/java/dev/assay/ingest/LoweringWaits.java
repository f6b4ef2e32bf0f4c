package dev.assay.ingest;

import dev.assay.core.director.Reasons;
import dev.assay.http.Request;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.WorkItem;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The requests that lowered what a work item requires and wait for what the director says to it:
 * the first decision for that reason, or the first refusal of the fact, that is no older than the
 * fact's record.
 */
final class LoweringWaits {

  private final Set<Wait> waiting = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> closing = new CompletableFuture<>();

  /** One request's wait. Closed by the request when its answer is made. */
  final class Wait implements AutoCloseable {

    private final GovernanceFact fact;
    private final CompletableFuture<Instant> recorded = new CompletableFuture<>();
    private final CompletableFuture<Decision> decision = new CompletableFuture<>();
    private final CompletableFuture<Rejection> refusal = new CompletableFuture<>();

    private Wait(GovernanceFact fact) {
      this.fact = fact;
    }

    /** The broker has the fact, in a record of this time. */
    void recorded(Instant time) {
      recorded.complete(time);
    }

    /**
     * Returns when there is an answer, when nobody may or does wait any longer, or after {@code
     * seconds}.
     */
    void await(Request request, int seconds) throws InterruptedException {
      FactWait.atMost(request, seconds, decision, refusal, closing);
    }

    /** The decision, when it was made. */
    Optional<Decision> decision() {
      return Optional.ofNullable(decision.getNow(null));
    }

    /** Why the director refused the fact, when it did. */
    Optional<Rejection> refusal() {
      return Optional.ofNullable(refusal.getNow(null));
    }

    private void decided(Decision made) {
      if (made.reasons().contains(Reasons.REQUIREMENTS_LOWERED)) {
        unlessOlder(made.time(), () -> decision.complete(made));
      }
    }

    private void refused(Refusal refused) {
      if (refused.input().equals(fact.id())) {
        unlessOlder(refused.time(), () -> refusal.complete(refused.rejection()));
      }
    }

    private void unlessOlder(String time, Runnable action) {
      var _ =
          recorded.thenAccept(since -> {
            if (!Instant.parse(time).isBefore(since)) {
              action.run();
            }
          });
    }

    @Override
    public void close() {
      waiting.remove(this);
    }
  }

  /** To be called before {@code fact} is sent. */
  Wait begin(GovernanceFact fact) {
    Wait wait = new Wait(fact);
    waiting.add(wait);
    return wait;
  }

  /** Whether anybody waits for something about a work item. */
  boolean waitFor(String workItem) {
    return waiting.stream().anyMatch(wait -> workItem.equals(wait.fact.workItem()));
  }

  void decided(Decision decision) {
    each(decision.workItem(), wait -> wait.decided(decision));
  }

  /** A work item shows what was refused of it. */
  void refused(WorkItem item) {
    each(item.workItem(), wait -> item.refusals().forEach(wait::refused));
  }

  private void each(String workItem, Consumer<Wait> action) {
    waiting.stream().filter(wait -> Objects.equals(wait.fact.workItem(), workItem)).forEach(action);
  }

  /** Sends everybody home who waits. */
  void close() {
    closing.complete(null);
  }
}
