package dev.assay.ingest;

import dev.assay.schemas.message.GovernanceFact;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Puts facts for the director on their topic. */
@FunctionalInterface
public interface FactPublisher {

  /**
   * Publishes {@code fact}; the future completes with the record's time when the broker has it
   * durably, exceptionally when the broker is away. Never blocks.
   */
  CompletableFuture<Instant> publish(GovernanceFact fact);
}
