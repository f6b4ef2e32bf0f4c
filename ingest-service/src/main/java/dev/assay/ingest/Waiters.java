package dev.assay.ingest;

import dev.assay.schemas.message.Decision;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Requests that wait for the decision on their event; the first decision on it answers them. */
final class Waiters {

  private record Key(String workItem, String eventKey) {}

  private final ConcurrentMap<Key, Set<Wait>> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** One request's wait. Closed by the request. */
  final class Wait implements AutoCloseable {

    private final Key key;
    private final CompletableFuture<Optional<Decision>> decision = new CompletableFuture<>();

    private Wait(Key key) {
      this.key = key;
    }

    /** Completes with the decision, or empty when the server shuts down. */
    CompletableFuture<Optional<Decision>> decision() {
      return decision;
    }

    @Override
    public void close() {
      waiting.computeIfPresent(
          key,
          (_, waits) -> {
            waits.remove(this);
            return waits.isEmpty() ? null : waits;
          });
    }
  }

  Wait begin(String workItem, String eventKey) {
    Wait wait = new Wait(new Key(workItem, eventKey));
    waiting.compute(
        wait.key,
        (_, present) -> {
          Set<Wait> waits = present == null ? new HashSet<>(2) : present;
          waits.add(wait);
          return waits;
        });
    if (closed) {
      wait.decision.complete(Optional.empty());
    }
    return wait;
  }

  void decided(Decision decision) {
    Set<Wait> waits = waiting.remove(new Key(decision.workItem(), decision.eventKey()));
    if (waits != null) {
      waits.forEach(wait -> wait.decision.complete(Optional.of(decision)));
    }
  }

  /** Sends everybody home without a decision. */
  void close() {
    closed = true;
    waiting
        .keySet()
        .forEach(key -> {
          Set<Wait> waits = waiting.remove(key);
          if (waits != null) {
            waits.forEach(wait -> wait.decision.complete(Optional.empty()));
          }
        });
  }

  int size() {
    return waiting.size();
  }
}
