package dev.assay.http;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Places that all callers share, of which no caller has more than its part: who asks for very much
 * waits for itself, and leaves the others theirs. A caller takes memory only while it holds or
 * waits for a place.
 */
final class Places {

  /** One caller's part; {@code asked} is how many requests hold or wait for a place of it. */
  private record Part(Semaphore places, int asked) {

    Part with(int more) {
      return new Part(places, asked + more);
    }
  }

  private final int max;
  private final int partMax;
  private final boolean inOrder;
  private final Semaphore all;
  private final ConcurrentHashMap<String, Part> parts = new ConcurrentHashMap<>();

  /**
   * Places of which nobody has any.
   *
   * @param max of all
   * @param partMax of one caller
   * @param inOrder whether those who wait get a place in the order in which they came
   */
  Places(int max, int partMax, boolean inOrder) {
    this.max = max;
    this.partMax = partMax;
    this.inOrder = inOrder;
    this.all = new Semaphore(max, inOrder);
  }

  /** Places of which one caller may have half. */
  static Places halved(int max, boolean inOrder) {
    return new Places(max, (max + 1) / 2, inOrder);
  }

  /** Takes a place for {@code caller}, who waits for one so long; false when there is none. */
  boolean take(String caller, long millisMax) {
    long start = System.nanoTime();
    if (!acquired(asked(caller), millisMax)) {
      done(caller);
      return false;
    }
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if (!acquired(all, Math.max(0, millisMax - waited))) {
      giveBackPart(caller);
      return false;
    }
    return true;
  }

  /** Gives back a place that {@link #take} took. */
  void giveBack(String caller) {
    all.release();
    giveBackPart(caller);
  }

  /** How many are taken. */
  int taken() {
    return max - all.availablePermits();
  }

  /** The bound in words, for who found no place among {@code what}. */
  String bound(String what) {
    return max + " " + what + ", " + partMax + " of one caller";
  }

  private Semaphore asked(String caller) {
    return parts
        .compute(
            caller,
            (_, part) ->
                (part == null ? new Part(new Semaphore(partMax, inOrder), 0) : part).with(1))
        .places();
  }

  private void giveBackPart(String caller) {
    Objects.requireNonNull(parts.get(caller)).places().release();
    done(caller);
  }

  private void done(String caller) {
    parts.computeIfPresent(caller, (_, part) -> part.asked() == 1 ? null : part.with(-1));
  }

  private static boolean acquired(Semaphore places, long millisMax) {
    if (millisMax == 0) {
      return places.tryAcquire();
    }
    try {
      return places.tryAcquire(millisMax, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
