package dev.assay.director;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How far the stores of this process are restored from their changelogs. Thread-safe. */
final class Restoring implements StateRestoreListener {

  private final Map<TopicPartition, Long> wanted = new ConcurrentHashMap<>();
  private final AtomicLong restored = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();

  @Override
  public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
    wanted.put(partition, Math.max(0, end - start));
    steps.incrementAndGet();
  }

  @Override
  public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
    restored.addAndGet(records);
    steps.incrementAndGet();
  }

  @Override
  public void onRestoreEnd(TopicPartition partition, String store, long total) {
    steps.incrementAndGet();
  }

  @Override
  public void onRestoreSuspended(TopicPartition partition, String store, long total) {
    steps.incrementAndGet();
  }

  /** Grows with everything that gets on. */
  long steps() {
    return steps.get();
  }

  /** In words, with numbers. */
  String text() {
    long all = wanted.values().stream().mapToLong(Long::longValue).sum();
    return "restoring its state: "
        + restored.get()
        + " of about "
        + all
        + " records of "
        + wanted.size()
        + " changelogs";
  }
}
