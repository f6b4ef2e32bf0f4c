package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
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
 * of its own flushes what was sent; when more was sent meanwhile, it rests {@link
 * KafkaConfig#REST_SHARE} times as long as the flush took, {@link KafkaConfig#REST_MAX} at most,
 * and flushes again. So a record after a pause waits for nobody, and the slower the brokers answer,
 * the larger the batches get. Where input lies in a queue already, a rest of {@link
 * KafkaConfig#REST_LATE_PART} of that time hardly makes it later, and larger batches let the queue
 * get shorter: {@link #late}. What belongs together is sent within {@link #together}: else its
 * first record would leave alone, and the others after the rest.
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

  /** The producers that the thread has sent by within {@link #together}; null outside of it. */
  private static final ThreadLocal<@Nullable Set<PacedProducer>> TOGETHER = new ThreadLocal<>();

  private final Thread pacer;

  /** How many threads send what belongs together; no flush begins meanwhile. */
  private final AtomicInteger gathering = new AtomicInteger();

  /** Whether a record was sent since the last flush began. */
  private volatile boolean pending;

  /** Whether the pacer waits for a record; only then a send has to wake it. */
  private volatile boolean idle;

  private volatile boolean closed;

  /** The longest time in a queue, in milliseconds, of what was sent since the last flush. */
  private final LongAccumulator late = new LongAccumulator(Math::max, 0);

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

  /**
   * Does {@code sending}, whose records leave together at its end: those that its thread sends by
   * paced producers. It is short, and waits for none of them to be acknowledged.
   */
  public static void together(Runnable sending) {
    Set<PacedProducer> used = new HashSet<>();
    TOGETHER.set(used);
    try {
      sending.run();
    } finally {
      TOGETHER.remove();
      used.forEach(PacedProducer::gathered);
    }
  }

  /**
   * Tells that what is sent now follows from input that lay {@code millis} in its queue. A record
   * with a time of its own, that of its cause, tells so itself.
   */
  public void late(long millis) {
    late.accumulate(millis);
  }

  private void gathered() {
    gathering.decrementAndGet();
    wake();
  }

  @Override
  public Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    Set<PacedProducer> used = TOGETHER.get();
    if (used != null && used.add(this)) {
      gathering.incrementAndGet();
    }
    Long cause = record.timestamp();
    if (cause != null) {
      late(System.currentTimeMillis() - cause);
    }
    Future<RecordMetadata> sent = super.send(record, callback);
    pending = true;
    wake();
    return sent;
  }

  private void wake() {
    if (idle && gathering.get() == 0) {
      LockSupport.unpark(pacer);
    }
  }

  private void pace() {
    try {
      while (awaitRecord()) {
        pending = false;
        long begun = System.nanoTime();
        flush();
        long flushed = System.nanoTime();
        long rest = restNanos(flushed - begun, late.getThenReset());
        if (pending) {
          rest(flushed, rest);
        }
      }
    } catch (KafkaException | IllegalStateException e) {
      LOG.atDebug().setCause(e).log("a producer is no longer paced and lingers instead");
    }
  }

  private boolean awaitRecord() {
    idle = true;
    while ((!pending || gathering.get() > 0) && !closed) {
      LockSupport.park(this);
    }
    idle = false;
    return !closed;
  }

  /** The rest after a flush of {@code tookNanos}, of what lay {@code lateMillis} in a queue. */
  static long restNanos(long tookNanos, long lateMillis) {
    return Math.max(
        Math.min(KafkaConfig.REST_SHARE * tookNanos, KafkaConfig.REST_MAX.toNanos()),
        Math.min(
            TimeUnit.MILLISECONDS.toNanos(lateMillis) / KafkaConfig.REST_LATE_PART,
            KafkaConfig.REST_LATE_MAX.toNanos()));
  }

  private void rest(long from, long rest) {
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
