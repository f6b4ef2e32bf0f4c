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

  /** One caller's part, and how many places of it are held or waited for. */
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

  /** Takes places for {@code caller}, who waits for them so long; false when there are none. */
  boolean take(String caller, int count, long millisMax) {
    if (count == 0) {
      return true;
    }
    long start = System.nanoTime();
    if (!acquired(asked(caller, count), count, millisMax)) {
      done(caller, count);
      return false;
    }
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if (!acquired(all, count, Math.max(0, millisMax - waited))) {
      giveBackPart(caller, count);
      return false;
    }
    return true;
  }

  /** Gives back places that {@link #take} took. */
  void giveBack(String caller, int count) {
    if (count > 0) {
      all.release(count);
      giveBackPart(caller, count);
    }
  }

  /** The places of one caller. */
  int partMax() {
    return partMax;
  }

  /** Whether so many of {@code caller}'s part are left, whatever others have taken. */
  boolean hasPart(String caller, int count) {
    Part part = parts.get(caller);
    return part == null || part.places().availablePermits() >= count;
  }

  /** How many are taken. */
  int taken() {
    return max - all.availablePermits();
  }

  /** The bound in words, for who found no place among {@code what}. */
  String bound(String what) {
    return max + " " + what + ", " + partMax + " of one caller";
  }

  private Semaphore asked(String caller, int count) {
    return parts
        .compute(
            caller,
            (_, part) ->
                (part == null ? new Part(new Semaphore(partMax, inOrder), 0) : part).with(count))
        .places();
  }

  private void giveBackPart(String caller, int count) {
    Objects.requireNonNull(parts.get(caller)).places().release(count);
    done(caller, count);
  }

  private void done(String caller, int count) {
    parts.computeIfPresent(caller, (_, part) -> part.asked() == count ? null : part.with(-count));
  }

  private static boolean acquired(Semaphore places, int count, long millisMax) {
    if (millisMax == 0) {
      return places.tryAcquire(count);
    }
    try {
      return places.tryAcquire(count, millisMax, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
