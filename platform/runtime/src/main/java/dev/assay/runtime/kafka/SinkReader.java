package dev.assay.runtime.kafka;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reading half of a {@link SinkLoop}: it fetches, queues for the writer, and commits what the
 * writer says it has written.
 *
 * @param <T> what a record says
 */
final class SinkReader<T> {

  /** Fetched records that wait for the writing of those before them. */
  private static final int FETCHED_BATCHES_MAX = 4;

  private static final Logger LOG = LoggerFactory.getLogger(SinkReader.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(500);

  /** A killed sink reads again at most what came within this time and what was not written. */
  private static final Duration COMMIT_PAUSE = Duration.ofMillis(200);

  /** What was fetched, and the offsets after it. */
  record Fetched<T>(List<T> items, Map<TopicPartition, OffsetAndMetadata> ends) {}

  private final String name;
  private final KafkaConfig config;
  private final List<String> topics;
  private final Function<ConsumerRecord<byte[], byte[]>, T> reading;
  private final Predicate<ConsumerRecord<byte[], byte[]>> awaited;
  private final SinkLoop.Memory memory;
  private final int recordsMax;
  private final AtomicBoolean stopping;
  private final BlockingQueue<Fetched<T>> waiting = new ArrayBlockingQueue<>(FETCHED_BATCHES_MAX);
  private final Queue<Map<TopicPartition, OffsetAndMetadata>> written =
      new ConcurrentLinkedQueue<>();

  SinkReader(
      KafkaConfig config,
      String name,
      List<String> topics,
      Function<ConsumerRecord<byte[], byte[]>, T> reading,
      Predicate<ConsumerRecord<byte[], byte[]>> awaited,
      SinkLoop.Memory memory,
      int recordsMax,
      AtomicBoolean stopping) {
    this.name = name;
    this.config = config;
    this.topics = topics.stream().map(config::prefixed).toList();
    this.reading = reading;
    this.awaited = awaited;
    this.memory = memory;
    this.recordsMax = recordsMax;
    this.stopping = stopping;
  }

  /**
   * Reads until the loop stops; what was written is committed as it goes on and at the end.
   *
   * @param awaitWriter returns when the writer has ended
   */
  void read(ConsumerThread self, Runnable awaitWriter) throws InterruptedException {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(partitions(consumer));
      begin(consumer);
      Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
      long commitDue = System.nanoTime();
      self.polls(consumer::wakeup);
      while (!stopping.get()) {
        collectWritten(uncommitted);
        if (!uncommitted.isEmpty() && System.nanoTime() - commitDue >= 0) {
          consumer.commitAsync(marked(uncommitted), this::committed);
          uncommitted.clear();
          commitDue = System.nanoTime() + COMMIT_PAUSE.toNanos();
        }
        List<ConsumerRecord<byte[], byte[]>> records = gathered(consumer);
        if (!records.isEmpty()) {
          enqueue(records);
        }
        self.failing(false);
        self.backoff().reset();
      }
      awaitWriter.run();
      collectWritten(uncommitted);
      if (!uncommitted.isEmpty()) {
        consumer.commitSync(marked(uncommitted));
      }
    }
  }

  /** Goes back to the beginning of the topics when that is asked for. */
  private void begin(KafkaConsumer<byte[], byte[]> consumer) {
    Set<TopicPartition> partitions = consumer.assignment();
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
    consumer
        .committed(partitions)
        .forEach((partition, committed) -> {
          if (committed != null) {
            memory.committed(committed.metadata());
            tellRemoved(partition, committed.offset(), beginnings.getOrDefault(partition, 0L));
          }
        });
    if (memory.readsAgain()) {
      LOG.atInfo().addKeyValue("loop", name).log("the topics are read again from the beginning");
      Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
      beginnings.forEach((partition, at) -> {
        tellRemoved(partition, 0, at);
        first.put(partition, new OffsetAndMetadata(at));
      });
      consumer.commitSync(marked(first));
      memory.readingAgain();
      consumer.seekToBeginning(partitions);
    }
  }

  private void tellRemoved(TopicPartition partition, long wanted, long beginning) {
    if (beginning > wanted) {
      LOG.atWarn()
          .addKeyValue("loop", name)
          .addKeyValue("partition", partition)
          .addKeyValue("wanted", wanted)
          .addKeyValue("beginning", beginning)
          .log("the broker no longer keeps records that are to be read");
    }
  }

  /** {@code offsets} with what is kept beside them. */
  private Map<TopicPartition, OffsetAndMetadata> marked(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    String mark = memory.mark();
    Map<TopicPartition, OffsetAndMetadata> marked = new HashMap<>();
    offsets.forEach(
        (partition, at) -> marked.put(partition, new OffsetAndMetadata(at.offset(), mark)));
    return marked;
  }

  private void collectWritten(Map<TopicPartition, OffsetAndMetadata> offsets) {
    for (var ends = written.poll(); ends != null; ends = written.poll()) {
      offsets.putAll(ends);
    }
  }

  private void enqueue(List<ConsumerRecord<byte[], byte[]>> records) throws InterruptedException {
    List<T> items = new ArrayList<>(records.size());
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      items.add(reading.apply(record));
      ends.put(
          new TopicPartition(record.topic(), record.partition()),
          new OffsetAndMetadata(record.offset() + 1));
    }
    Fetched<T> fetched = new Fetched<>(items, ends);
    while (!stopping.get() && !waiting.offer(fetched, POLL_WAIT.toMillis(), MILLISECONDS)) {
      LOG.atDebug().addKeyValue("loop", name).log("reading waits for writing");
    }
  }

  /** What a passing fault leaves uncommitted is committed with later records. */
  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception e) {
    if (e != null) {
      LOG.atWarn()
          .addKeyValue("loop", name)
          .setCause(e)
          .log("a commit failed; the next one counts");
    }
  }

  /** A poll, and what is written together with it. */
  private List<ConsumerRecord<byte[], byte[]>> gathered(KafkaConsumer<byte[], byte[]> consumer) {
    Gathering gathering = new Gathering(recordsMax, awaited);
    Duration patience = POLL_WAIT;
    while (patience.isPositive()) {
      gathering.add(consumer.poll(patience), System.nanoTime());
      patience = gathering.patience(System.nanoTime());
    }
    return gathering.records();
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return topics.stream()
        .flatMap(topic -> consumer.partitionsFor(topic).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** What waits, up to a batch; nothing when nothing came for a while. */
  List<Fetched<T>> drained() throws InterruptedException {
    List<Fetched<T>> drained = new ArrayList<>();
    Fetched<T> next = waiting.poll(POLL_WAIT.toMillis(), MILLISECONDS);
    int records = 0;
    while (next != null) {
      drained.add(next);
      records += next.items().size();
      Fetched<T> more = waiting.peek();
      boolean fits = more != null && records + more.items().size() <= recordsMax;
      next = fits ? waiting.remove() : null;
    }
    return drained;
  }

  /** To be called by the writer: {@code fetched} is durable, and may be committed. */
  void written(Fetched<T> fetched) {
    written.add(fetched.ends());
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        config.with(
            Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                config.prefixed(name),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                recordsMax)),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
