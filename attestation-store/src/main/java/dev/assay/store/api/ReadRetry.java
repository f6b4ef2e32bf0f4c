package dev.assay.store.api;

import dev.assay.http.Request;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks a second time for what may be on its way: a client that has just been told of a decision or
 * an attestation may ask for it before it has come from its topic to the store.
 */
final class ReadRetry {

  private final Semaphore waits = new Semaphore(ReadLimits.SETTLING_MAX);

  /**
   * What {@code look} finds now or within {@link ReadLimits#SETTLE_MILLIS_MAX}. While it waits, the
   * request has no place among those in work.
   */
  <T> Optional<T> find(Request request, Supplier<Optional<T>> look) throws InterruptedException {
    Optional<T> found = look.get();
    if (found.isPresent() || !waits.tryAcquire()) {
      return found;
    }
    try {
      if (!request.mayWait()) {
        return found;
      }
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ReadLimits.SETTLE_MILLIS_MAX);
      while (found.isEmpty() && System.nanoTime() - end < 0) {
        TimeUnit.MILLISECONDS.sleep(ReadLimits.SETTLE_STEP_MILLIS);
        found = look.get();
      }
      return found;
    } finally {
      waits.release();
    }
  }
}
