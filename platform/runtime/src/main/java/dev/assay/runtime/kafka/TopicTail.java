package dev.assay.runtime.kafka;

import dev.assay.runtime.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a topic's records to this process as they come, without a consumer group: every process
 * sees all of them. It starts a bounded number of records before the end of each partition. A
 * record whose listener throws is not shown again; a consumer that fails is opened again.
 */
public final class TopicTail implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(TopicTail.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(200);

  /** The maxWait of a feed that nobody waits for: two answers a second, not one for each record. */
  public static final Duration BATCHING_WAIT = Duration.ofMillis(500);

  /** Bytes that end the wait of a patient feed. */
  private static final int BATCH_BYTES = 256 * 1024;

  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(5);
  private static final long STILL_SECONDS_MAX = 30;

  private final String name;
  private final KafkaConfig config;
  private final String topic;
  private final long recordsBeforeEndMax;
  private final Duration maxWait;
  private final Consumer<ConsumerRecord<byte[], byte[]>> listener;
  private final ConsumerThread thread;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicLong shown = new AtomicLong();
  private final Map<TopicPartition, Long> next = new HashMap<>();

  /**
   * A feed that is not running yet.
   *
   * @param topic the topic without prefix
   * @param recordsBeforeEndMax records of each partition's end that are shown first
   * @param maxWait how long a record may wait for others, so that they come in one answer of the
   *     broker; zero when somebody waits for it
   */
  public TopicTail(
      KafkaConfig config,
      String topic,
      long recordsBeforeEndMax,
      Duration maxWait,
      Consumer<ConsumerRecord<byte[], byte[]>> listener) {
    this.name = "tail-" + topic;
    this.config = config;
    this.topic = config.prefixed(topic);
    this.recordsBeforeEndMax = recordsBeforeEndMax;
    this.maxWait = maxWait;
    this.listener = listener;
    this.thread = new ConsumerThread(name, stopping, this::run);
  }

  @Override
  public String name() {
    return name;
  }

  /** The topic, with its prefix. */
  public String topic() {
    return topic;
  }

  /**
   * Starts, and waits until the records before the end have been shown, as long as that goes on.
   *
   * @throws TransientException when nothing was shown for a while
   */
  @Override
  public void start() throws InterruptedException {
    thread.start();
    long before = -1;
    while (!caughtUp.await(STILL_SECONDS_MAX, TimeUnit.SECONDS)) {
      long now = shown.get();
      if (now == before || before < 0 && now == 0) {
        throw new TransientException("expected " + topic + " to be read to its end", null);
      }
      LOG.atInfo().addKeyValue("loop", name).addKeyValue("records", now).log("reading on");
      before = now;
    }
  }

  @Override
  public boolean healthy() {
    return thread.healthy();
  }

  @Override
  public void close() {
    stopping.set(true);
    thread.join(STOP_WAIT_MAX);
  }

  private void run(ConsumerThread self) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      follow(consumer, self);
    }
  }

  /**
   * Shows records from {@link #next} on, which it keeps, so that a reopened feed leaves none out.
   */
  private void follow(KafkaConsumer<byte[], byte[]> consumer, ConsumerThread self) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
    for (TopicPartition partition : partitions) {
      long end = ends.getOrDefault(partition, 0L);
      long beginning = beginnings.getOrDefault(partition, 0L);
      next.putIfAbsent(partition, Math.max(beginning, end - recordsBeforeEndMax));
      consumer.seek(partition, next.getOrDefault(partition, beginning));
    }
    List<TopicPartition> behind = new ArrayList<>(partitions);
    self.polls(consumer::wakeup);
    while (!stopping.get()) {
      if (caughtUp.getCount() > 0) {
        behind.removeIf(p -> consumer.position(p) >= ends.getOrDefault(p, 0L));
        if (behind.isEmpty()) {
          caughtUp.countDown();
        }
      }
      for (ConsumerRecord<byte[], byte[]> record :
          consumer.poll(caughtUp.getCount() > 0 ? Duration.ofMillis(20) : POLL_WAIT)) {
        next.put(new TopicPartition(topic, record.partition()), record.offset() + 1);
        shown.incrementAndGet();
        listener.accept(record);
      }
      self.failing(false);
      self.backoff().reset();
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = new HashMap<>();
    if (maxWait.isPositive()) {
      settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, BATCH_BYTES);
      settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) maxWait.toMillis());
    }
    settings.putAll(
        Map.of(
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            2_000));
    return new KafkaConsumer<>(
        config.with(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
