package dev.assay.runtime.kafka;

import java.time.Duration;

/** Waits for threads to end, without failing when the waiter is interrupted. */
final class Threads {

  private Threads() {}

  /** Waits at most {@code wait}; an interrupt ends the waiting and stays set. */
  static void join(Thread thread, Duration wait) {
    try {
      if (thread.isAlive()) {
        var _ = thread.join(wait);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
