package dev.assay.worker;

import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.topic.Topic;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, logs and keeps as dead letters what a worker cannot use. Safe for many threads. */
final class Refusals {

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final MessageProducer producer;
  private final WorkerMetrics metrics;

  Refusals(MessageProducer producer, WorkerMetrics metrics) {
    this.producer = producer;
    this.metrics = metrics;
  }

  /**
   * The record at a place becomes a dead letter.
   *
   * @param topic with its prefix
   * @param workItem the work item when it could be read
   * @return done when the dead letter is acknowledged
   */
  CompletableFuture<?> refuse(
      String topic,
      int partition,
      long offset,
      byte[] value,
      Rejection rejection,
      @Nullable String workItem) {
    metrics.refused(rejection.code());
    LOG.atWarn()
        .addKeyValue("topic", topic)
        .addKeyValue("partition", partition)
        .addKeyValue("offset", offset)
        .addKeyValue("code", rejection.code())
        .log("a record became a dead letter");
    return producer.send(
        Topic.DEAD_LETTERS,
        workItem,
        DeadLetter.of(
            topic, partition, offset, rejection, workItem, value, Times.text(Instant.now())));
  }
}
