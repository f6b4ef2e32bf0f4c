package dev.assay.ingest;

import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.service.StoreReads;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What ingest needs of the rest of the system.
 *
 * @param publisher where executions go
 * @param facts where answers go
 * @param events the recent executions and those that come
 * @param store the decisions and refusals that come, and what is kept of earlier ones
 * @param deadLetters what was refused
 */
public record IngestPorts(
    EventPublisher publisher,
    FactPublisher facts,
    EventFeed events,
    StoreReads store,
    DeadLetters deadLetters) {

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

  /** Puts facts for the director on their topic. */
  @FunctionalInterface
  public interface FactPublisher {

    /**
     * Publishes {@code fact}; the future completes with the record's time when the broker has it
     * durably, exceptionally when the broker is away. Never blocks.
     */
    CompletableFuture<Instant> publish(GovernanceFact fact);
  }

  /** Shows the executions on their topic: a bounded tail of the past, then what comes. */
  @FunctionalInterface
  public interface EventFeed {

    /**
     * Calls {@code listener} with the recent executions before it returns, then with every new one
     * until the result is closed. The listener is quick and never throws.
     */
    AutoCloseable subscribe(Consumer<ExecutionEvent> listener);
  }
}
