package dev.assay.system;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits for what another process does, by asking until it is so. */
final class Await {

  /** Patience with a step of another process; generous, since machines may be busy. */
  static final Duration PATIENCE = Duration.ofMinutes(6);

  private static final Duration PAUSE = Duration.ofMillis(50);

  /** How many times as long as a look took nothing is looked at: whole topics are long to read. */
  private static final int PAUSE_LOOKS = 3;

  private Await() {}

  /** What must become true. */
  interface Condition {
    boolean holds() throws Exception;
  }

  static void until(String claim, Condition condition) {
    var _ = value(claim, () -> condition.holds() ? Optional.of(true) : Optional.empty());
  }

  /**
   * The first value that {@code look} finds; its exceptions count as nothing found.
   *
   * @throws AssertionError when none is found within {@link #PATIENCE}, with the last words of the
   *     processes that run
   */
  static <T> T value(String claim, Callable<Optional<T>> look) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    @Nullable Exception last = null;
    while (System.nanoTime() - end < 0) {
      long began = System.nanoTime();
      try {
        Optional<T> found = look.call();
        if (found.isPresent()) {
          return found.get();
        }
        last = null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting: " + claim, e);
      } catch (Exception e) {
        last = e;
      }
      LockSupport.parkNanos(Math.max(PAUSE.toNanos(), PAUSE_LOOKS * (System.nanoTime() - began)));
    }
    throw new AssertionError(
        "expected within " + PATIENCE.toSeconds() + " s: " + claim + Child.lastWords(), last);
  }
}
