package dev.assay.gate;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.RejectedException;
import java.io.IOException;
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

  /**
   * The evidence that {@code work} gathers.
   *
   * @throws GateException with EVIDENCE_TOO_SLOW, with INTERNAL_ERROR, or its own
   * @throws ConfigException when it throws it, as with RejectedException
   */
  static <T> T gathered(Duration limit, Callable<T> work) throws IOException, InterruptedException {
    try {
      return within(limit, "evidence", work);
    } catch (TimeoutException _) {
      throw new GateException(
          "EVIDENCE_TOO_SLOW",
          "expected to gather the evidence within "
              + limit.toSeconds()
              + " s, found that it takes longer; narrow the patterns in "
              + RepositoryFile.NAME);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case GateException known -> throw known;
        case ConfigException wrong -> throw wrong;
        case RejectedException refused -> throw refused;
        case IOException unreadable -> throw unreadable;
        case null, default ->
            throw new GateException(
                "INTERNAL_ERROR", StopText.broken(e.getCause() == null ? e : e.getCause()));
      }
    }
  }
}
