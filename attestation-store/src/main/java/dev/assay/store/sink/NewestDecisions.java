package dev.assay.store.sink;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Which records somebody waits for: decisions, and behind a decision what else is of its work item,
 * since a decision is told when the attestations that it rests on and the work item that shows it
 * are kept too. They are sent together, but on three topics, and may be read one after the other.
 */
final class NewestDecisions {

  /** Decisions whose work items are remembered. */
  static final int REMEMBERED_MAX = 1_000;

  private final LinkedHashSet<ByteBuffer> workItems = new LinkedHashSet<>();

  /**
   * Whether somebody waits for a record.
   *
   * @param key of the record: its work item
   * @param decision whether it is a decision
   */
  boolean isAwaited(byte @Nullable [] key, boolean decision) {
    if (key == null) {
      return decision;
    }
    ByteBuffer workItem = ByteBuffer.wrap(key);
    if (decision) {
      workItems.addLast(workItem);
      if (workItems.size() > REMEMBERED_MAX) {
        workItems.removeFirst();
      }
    }
    return decision || workItems.contains(workItem);
  }
}
