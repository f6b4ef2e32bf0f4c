package dev.assay.ingest;

import dev.assay.schemas.message.ExecutionEvent;
import java.util.concurrent.CompletableFuture;

/** Puts accepted executions on their topic. */
@FunctionalInterface
public interface EventPublisher {

  /**
   * Publishes {@code event}; the future completes when the broker has it durably. It fails with
   * {@link java.util.concurrent.RejectedExecutionException} when too many are under way, with
   * anything else when the broker is away. Never blocks.
   */
  CompletableFuture<Void> publish(ExecutionEvent event);
}
