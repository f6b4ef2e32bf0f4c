package dev.assay.ingest;

import dev.assay.schemas.message.ExecutionEvent;
import java.util.function.Consumer;

/** Shows the executions on their topic: a bounded tail of the past, then what comes. */
@FunctionalInterface
public interface EventFeed {

  /**
   * Calls {@code listener} with the recent executions before it returns, then with every new one
   * until the result is closed. The listener is quick and never throws.
   */
  AutoCloseable subscribe(Consumer<ExecutionEvent> listener);
}
