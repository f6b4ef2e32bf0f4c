package dev.assay.cli.host;

import dev.assay.ingest.DecisionFeed;
import dev.assay.ingest.RefusalFeed;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Shows decisions and refusals to the ingest service of the same process once the store has them,
 * so that who waited for one finds it with the next read.
 */
final class DecisionRelay implements DecisionFeed, RefusalFeed {

  private final List<Consumer<Decision>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<WorkItem>> refused = new CopyOnWriteArrayList<>();

  @Override
  public AutoCloseable subscribe(Consumer<Decision> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  @Override
  public AutoCloseable subscribe(Predicate<String> wanted, Consumer<WorkItem> listener) {
    refused.add(listener);
    return () -> refused.remove(listener);
  }

  void stored(List<Decision> decisions, List<WorkItem> refusing) {
    for (Decision decision : decisions) {
      listeners.forEach(listener -> listener.accept(decision));
    }
    for (WorkItem item : refusing) {
      refused.forEach(listener -> listener.accept(item));
    }
  }
}
