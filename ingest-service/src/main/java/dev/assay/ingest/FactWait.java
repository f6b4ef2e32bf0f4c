package dev.assay.ingest;

import dev.assay.http.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what comes of a fact. */
final class FactWait {

  private FactWait() {}

  /**
   * Returns when one of {@code outcomes}, which never fail, is there, after {@code seconds}, or
   * when the client leaves.
   */
  static void atMost(Request request, int seconds, CompletableFuture<?>... outcomes)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try {
      var _ = request.await(CompletableFuture.anyOf(outcomes), deadline);
    } catch (TimeoutException _) {
      // the caller finds none, as when the server stops
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome never fails", e);
    }
  }
}
