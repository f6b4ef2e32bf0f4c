package dev.assay.ingest;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what comes of a fact. */
final class FactWait {

  private FactWait() {}

  /** Returns when one of {@code outcomes}, which never fail, is there, or after {@code seconds}. */
  static void atMost(int seconds, CompletableFuture<?>... outcomes) throws InterruptedException {
    try {
      var _ = CompletableFuture.anyOf(outcomes).get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      // the caller finds none, as when the server stops
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome never fails", e);
    }
  }
}
