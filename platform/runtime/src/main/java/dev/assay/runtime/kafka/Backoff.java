package dev.assay.runtime.kafka;

/** A wait between tries that doubles from 100 ms to 5 s; owned by one thread. */
final class Backoff {

  private static final long MILLIS_MIN = 100;
  private static final long MILLIS_MAX = 5_000;

  private long millis = MILLIS_MIN;

  /** Waits; answers false, with the interrupt set again, when it was interrupted. */
  boolean await() {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    millis = Math.min(millis * 2, MILLIS_MAX);
    return true;
  }

  /** The next wait is the shortest again. */
  void reset() {
    millis = MILLIS_MIN;
  }
}
