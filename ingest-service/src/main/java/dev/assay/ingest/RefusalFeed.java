package dev.assay.ingest;

import dev.assay.schemas.message.WorkItem;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Shows work items whose director refused something, as they come. */
@FunctionalInterface
public interface RefusalFeed {

  /**
   * Calls {@code listener} with every work item shown from now on that has refusals, until the
   * result is closed. The listener is quick and never throws.
   *
   * @param wanted whether the listener is interested in the work item of that id; others may be
   *     left out
   */
  AutoCloseable subscribe(Predicate<String> wanted, Consumer<WorkItem> listener);
}
