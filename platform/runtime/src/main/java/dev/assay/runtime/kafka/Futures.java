package dev.assay.runtime.kafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for Kafka's answers and turns failures into the one exception that loops retry. */
final class Futures {

  private Futures() {}

  static <T> T join(org.apache.kafka.common.KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new TransientException("expected an answer of the cluster", e.getCause());
    }
  }

  static <T> T join(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new TransientException("expected an acknowledgement of the cluster", e.getCause());
    }
  }
}
