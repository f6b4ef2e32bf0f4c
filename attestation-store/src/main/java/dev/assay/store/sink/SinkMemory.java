package dev.assay.store.sink;

import dev.assay.runtime.kafka.SinkLoop;
import dev.assay.store.AttestationStore;

/**
 * Keeps the log's checkpoint with the offsets, where no backup of the store reaches it, and has the
 * topics read again for rows that a repair could not make.
 */
final class SinkMemory implements SinkLoop.Memory {

  private final AttestationStore store;

  SinkMemory(AttestationStore store) {
    this.store = store;
  }

  @Override
  public String mark() {
    return store.checkpoint();
  }

  @Override
  public void committed(String mark) {
    store.remember(mark);
  }

  @Override
  public boolean readsAgain() {
    return store.topicsAreReadAgain();
  }

  @Override
  public void readingAgain() {
    store.topicsReadAgain();
  }
}
