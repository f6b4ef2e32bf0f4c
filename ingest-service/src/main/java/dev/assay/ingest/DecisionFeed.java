package dev.assay.ingest;

import dev.assay.schemas.message.Decision;
import java.util.function.Consumer;

/** Shows the decisions of the director as they come. */
@FunctionalInterface
public interface DecisionFeed {

  /**
   * Calls {@code listener} with every decision made from now on, until the result is closed. The
   * listener is quick and never throws.
   */
  AutoCloseable subscribe(Consumer<Decision> listener);
}
