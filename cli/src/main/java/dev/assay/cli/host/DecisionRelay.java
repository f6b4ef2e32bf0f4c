package dev.assay.cli.host;

import dev.assay.ingest.DecisionFeed;
import dev.assay.schemas.message.Decision;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Shows decisions to the ingest service of the same process once the store has them, so that who
 * waited for a decision finds it with the next read.
 */
final class DecisionRelay implements DecisionFeed {

  private final List<Consumer<Decision>> listeners = new CopyOnWriteArrayList<>();

  @Override
  public AutoCloseable subscribe(Consumer<Decision> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void stored(List<Decision> decisions) {
    for (Decision decision : decisions) {
      listeners.forEach(listener -> listener.accept(decision));
    }
  }
}
