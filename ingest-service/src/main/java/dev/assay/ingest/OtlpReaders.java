package dev.assay.ingest;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Who may read a request now. Of each principal at most as many wait for their turn as may read at
 * once, so that one who sends much is as far ahead of the others as one who sends little.
 */
final class OtlpReaders {

  private final int atOnce;
  private final Semaphore turns;
  private final Map<String, Queue> queues = new HashMap<>();

  /** Requests of one principal that wait or are read. */
  private static final class Queue {

    private final Semaphore front;
    private int requests;

    Queue(int atOnce) {
      this.front = new Semaphore(atOnce, true);
    }
  }

  /** As many at once as {@code atOnce}. */
  OtlpReaders(int atOnce) {
    this.atOnce = atOnce;
    this.turns = new Semaphore(atOnce, true);
  }

  /** A turn, which its end gives to the next. */
  @FunctionalInterface
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits for a turn.
   *
   * @throws dev.assay.http.ProblemException with OVERLOADED when there is none in time
   */
  Turn turn(String principal) throws InterruptedException {
    long until = System.nanoTime() + IngestLimits.OTLP_TURN_WAIT.toNanos();
    Queue queue = enter(principal);
    boolean first = false;
    boolean turn = false;
    try {
      first = acquired(queue.front, until);
      turn = first && acquired(turns, until);
    } finally {
      if (!turn) {
        leave(principal, queue, first);
      }
    }
    if (!turn) {
      throw OtlpDocuments.overloaded();
    }
    return () -> {
      turns.release();
      leave(principal, queue, true);
    };
  }

  private static boolean acquired(Semaphore semaphore, long until) throws InterruptedException {
    return semaphore.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private synchronized Queue enter(String principal) {
    Queue queue = queues.computeIfAbsent(principal, _ -> new Queue(atOnce));
    queue.requests++;
    return queue;
  }

  private synchronized void leave(String principal, Queue queue, boolean first) {
    if (first) {
      queue.front.release();
    }
    queue.requests--;
    if (queue.requests == 0) {
      queues.remove(principal);
    }
  }
}
