package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer that sends at once when it is idle and gathers for a moment when it is not. A thread
 * of its own flushes what was sent; before the next flush it rests {@link KafkaConfig#REST_SHARE}
 * times as long as the last one took, {@link KafkaConfig#REST_MAX} at most. So the first record
 * after a pause waits for nobody, and the slower the brokers answer, the larger the batches get.
 *
 * <p>The rests are measured by a clock that nobody sets, so that no batch waits for a clock that
 * was set back.
 */
public final class PacedProducer extends KafkaProducer<byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(PacedProducer.class);

  /** How records become durable batches, as settings of Kafka's producer. */
  public static final Map<String, Object> BATCHING =
      Map.of(
          ProducerConfig.ACKS_CONFIG, "all",
          ProducerConfig.LINGER_MS_CONFIG, KafkaConfig.LINGER_MILLIS,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, KafkaConfig.REQUESTS_UNDER_WAY_MAX,
          ProducerConfig.BATCH_SIZE_CONFIG, KafkaConfig.BATCH_BYTES_MAX,
          ProducerConfig.COMPRESSION_TYPE_CONFIG, KafkaConfig.COMPRESSION);

  /** What the director and workers have beside that: their records are what topics keep. */
  public static final Map<String, Object> DENSE =
      Map.of(
          ProducerConfig.COMPRESSION_TYPE_CONFIG, KafkaConfig.DENSE_COMPRESSION,
          ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG, KafkaConfig.DENSE_COMPRESSION_LEVEL);

  private final Thread pacer;

  /** Whether a record was sent since the last flush began. */
  private volatile boolean pending;

  /** Whether the pacer waits for a record; only then a send has to wake it. */
  private volatile boolean idle;

  private volatile boolean closed;

  /**
   * Opens it.
   *
   * @param config of Kafka's producer, with its client id and {@link #BATCHING}
   */
  public PacedProducer(Map<String, Object> config) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
    pacer =
        Thread.ofPlatform()
            .daemon()
            .name("pace-" + config.get(ProducerConfig.CLIENT_ID_CONFIG))
            .unstarted(this::pace);
    pacer.start();
  }

  @Override
  public Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    Future<RecordMetadata> sent = super.send(record, callback);
    pending = true;
    if (idle) {
      LockSupport.unpark(pacer);
    }
    return sent;
  }

  private void pace() {
    try {
      while (awaitRecord()) {
        pending = false;
        long begun = System.nanoTime();
        flush();
        rest(System.nanoTime(), System.nanoTime() - begun);
      }
    } catch (KafkaException | IllegalStateException e) {
      LOG.atDebug().setCause(e).log("a producer is no longer paced and lingers instead");
    }
  }

  private boolean awaitRecord() {
    idle = true;
    while (!pending && !closed) {
      LockSupport.park(this);
    }
    idle = false;
    return !closed;
  }

  private void rest(long from, long tookNanos) {
    long rest = Math.min(KafkaConfig.REST_SHARE * tookNanos, KafkaConfig.REST_MAX.toNanos());
    for (long left = rest; left > 0 && !closed; left = rest - (System.nanoTime() - from)) {
      LockSupport.parkNanos(this, left);
    }
  }

  @Override
  public void close() {
    end();
    super.close();
  }

  @Override
  public void close(Duration timeout) {
    end();
    super.close(timeout);
  }

  private void end() {
    closed = true;
    LockSupport.unpark(pacer);
  }
}
