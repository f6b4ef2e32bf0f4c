package dev.assay.gate;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work that is waited for no longer than a time, also when a disk or a network stands still. */
final class Timed {

  private Timed() {}

  /**
   * What {@code work} gives; it runs in a thread that does not keep the process alive.
   *
   * @throws TimeoutException when it takes longer
   * @throws ExecutionException when it fails, with its failure
   */
  static <T> T within(Duration limit, String name, Callable<T> work)
      throws InterruptedException, TimeoutException, ExecutionException {
    CompletableFuture<T> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(() -> {
          try {
            done.complete(work.call());
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    return done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
