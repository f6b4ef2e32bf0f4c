package dev.assay.worker;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a JVM that does little else than collect garbage, and finds nearly none: its own limit
 * throws only after many collections in vain, which on a busy machine takes minutes, in which the
 * process answers nobody.
 */
final class HeapWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
          .toList();
  private final Runnable exhausted;
  private long collectedMillis;
  private int looks;

  private HeapWatch(Runnable exhausted) {
    this.exhausted = exhausted;
  }

  /** Watches this JVM from now on, and calls {@code exhausted} once, from a thread of its own. */
  static void start(Runnable exhausted) {
    Thread.ofPlatform().daemon().name("heap-watch").start(new HeapWatch(exhausted)::watch);
  }

  private void watch() {
    long last = System.nanoTime();
    try {
      while (looks < WorkerLimits.HEAP_LOOKS_MAX) {
        Thread.sleep(WorkerLimits.HEAP_LOOK_EVERY);
        long now = System.nanoTime();
        look(now - last);
        last = now;
      }
      exhausted.run();
    } catch (InterruptedException e) {
      LOG.atDebug().setCause(e).log("the heap is no longer watched");
    }
  }

  private void look(long nanos) {
    long collected = collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    double share = (collected - collectedMillis) * 1e6 / nanos;
    collectedMillis = collected;
    looks =
        share >= WorkerLimits.HEAP_COLLECTING_MIN && pools.stream().anyMatch(HeapWatch::isFull)
            ? looks + 1
            : 0;
  }

  /** Whether the last collection left it nearly full. */
  private static boolean isFull(MemoryPoolMXBean pool) {
    MemoryUsage after = pool.getCollectionUsage();
    return after != null
        && after.getMax() > 0
        && after.getUsed() >= WorkerLimits.HEAP_USED_MIN * after.getMax();
  }
}
