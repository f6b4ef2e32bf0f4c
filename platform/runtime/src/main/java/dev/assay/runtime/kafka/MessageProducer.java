package dev.assay.runtime.kafka;

import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages, idempotently: at once when idle, in batches when busy ({@link PacedProducer}).
 * Keyed messages go where their key says, messages without a key go round the partitions, so that
 * no lane of a share group idles.
 */
public final class MessageProducer implements AutoCloseable {

  private static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(5);
  private static final int DELIVERY_MILLIS_MAX = 30_000;
  private static final int REQUEST_MILLIS_MAX = 10_000;

  /** How long a send waits for a broker that it does not know, or for room in the buffer. */
  private static final int BLOCK_MILLIS_MAX = 5_000;

  private static final int BUFFER_BYTES_MAX = 32 * 1024 * 1024;

  private final KafkaConfig config;
  private final PacedProducer producer;
  private final AtomicInteger next = new AtomicInteger();

  public MessageProducer(KafkaConfig config, String clientId) {
    this(config, clientId, Map.of());
  }

  /**
   * The same, with settings of Kafka's producer of its own, such as {@link PacedProducer#DENSE}.
   */
  public MessageProducer(KafkaConfig config, String clientId, Map<String, Object> own) {
    this.config = config;
    Map<String, Object> settings = new HashMap<>(PacedProducer.BATCHING);
    settings.putAll(own);
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES_MAX);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS_MAX);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS_MAX);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS_MAX);
    this.producer = new PacedProducer(config.with(settings));
  }

  /** The same as {@link PacedProducer#late}. */
  public void late(long millis) {
    producer.late(millis);
  }

  /**
   * Sends {@code message}; the future completes when the cluster has acknowledged it, or
   * exceptionally with a {@link TransientException}.
   *
   * @param key the work item, or null to go round the partitions
   */
  public <T> CompletableFuture<RecordMetadata> send(
      Topic<T> topic, @Nullable String key, T message) {
    return send(topic, key, message, Map.of());
  }

  /**
   * The same, with the trace context of what the message is about.
   *
   * @param traceparent W3C trace context for the record's {@link PipelineTracer#HEADER}, or null
   */
  public <T> CompletableFuture<RecordMetadata> send(
      Topic<T> topic, @Nullable String key, T message, @Nullable String traceparent) {
    return send(
        topic,
        key,
        message,
        traceparent == null ? Map.of() : Map.of(PipelineTracer.HEADER, traceparent));
  }

  /** The same, with other headers. */
  public <T> CompletableFuture<RecordMetadata> send(
      Topic<T> topic, @Nullable String key, T message, Map<String, String> headers) {
    String name = config.prefixed(topic.name());
    try {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              name,
              key == null ? spread(name) : null,
              key == null ? null : key.getBytes(StandardCharsets.UTF_8),
              topic.codec().encode(message));
      headers.forEach(
          (header, value) -> record.headers().add(header, value.getBytes(StandardCharsets.UTF_8)));
      return send(record);
    } catch (KafkaException e) {
      return CompletableFuture.failedFuture(
          new TransientException("expected " + name + " to accept", e));
    }
  }

  /**
   * Sends a record as it is, to the topic that it names in full.
   *
   * @see #send(Topic, String, Object)
   */
  public CompletableFuture<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
    var _ =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure == null) {
                sent.complete(metadata);
              } else {
                sent.completeExceptionally(
                    new TransientException("expected " + record.topic() + " to accept", failure));
              }
            });
    return sent;
  }

  /**
   * Waits until what was sent is acknowledged.
   *
   * @throws TransientException when it is not
   */
  public static void acknowledged(CompletableFuture<?> sent) throws InterruptedException {
    try {
      sent.get();
    } catch (ExecutionException e) {
      throw new TransientException("expected the cluster to acknowledge", e.getCause());
    }
  }

  private Integer spread(String topic) {
    int partitions = producer.partitionsFor(topic).size();
    return Math.floorMod(next.getAndIncrement(), partitions);
  }

  @Override
  public void close() {
    producer.close(CLOSE_WAIT_MAX);
  }
}
