package dev.assay.runtime.kafka;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.assay.runtime.Loop;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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
 * Reads all partitions of topics on one thread and writes what it read on another, then commits.
 * Every record is written at least once, in order per partition; when writing throws, the same
 * batch comes again after a pause. When it is the content of a record that cannot be written, the
 * batch is halved until that record stands alone and is refused; its neighbours go on. Only what
 * was written is committed; a consumer that fails is opened again where the last commit was.
 *
 * <p>It takes its partitions itself instead of joining the group under whose name it commits: there
 * is one sink of a name, and a sink that was killed must not keep its partitions from the next one
 * until its session times out.
 *
 * @param <T> what a record says to those who write it
 */
public final class SinkLoop<T> implements Loop {

  /** Records of one poll; a batch has at most half as many more. */
  public static final int BATCH_RECORDS_MAX = 1_000;

  /** Fetched records that wait for the writing of those before them. */
  private static final int FETCHED_BATCHES_MAX = 4;

  private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(500);
  private static final Duration FETCH_WINDOW = Duration.ofMillis(10);

  /** A killed sink reads again at most what came within this time and what was not written. */
  private static final Duration COMMIT_PAUSE = Duration.ofMillis(200);

  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);

  /**
   * Makes a batch durable, which is empty when nothing came for a while: a step that waits for more
   * records sees then that there are none.
   *
   * @param <T> what a record says
   */
  @FunctionalInterface
  public interface Step<T> {
    void accept(List<T> batch) throws Exception;

    /**
     * Whether {@code failure} came of what was to be written, and not of what it was to be written
     * to, which may work the next time.
     */
    default boolean blamesContent(Exception failure) {
      return false;
    }

    /**
     * Keeps apart what cannot be written, for good.
     *
     * @param item stood alone in its batch
     */
    default void refuse(T item, Exception failure) throws Exception {
      throw failure;
    }
  }

  /** What those who write know of what they wrote before, beside the offsets. */
  public interface Memory {

    /** The one that knows nothing. */
    Memory NONE =
        new Memory() {
          @Override
          public String mark() {
            return "";
          }

          @Override
          public void committed(String mark) {}

          @Override
          public boolean readsAgain() {
            return false;
          }

          @Override
          public void readingAgain() {}
        };

    /** What is kept with the next commit, at most 4 KiB. */
    String mark();

    /** Told what was kept with an earlier commit, before anything is read. */
    void committed(String mark);

    /** Whether all topics are to be read from their beginning. */
    boolean readsAgain();

    /** Told when they will be, also after a kill. */
    void readingAgain();
  }

  /** What was fetched, and the offsets after it. */
  private record Fetched<T>(List<T> items, Map<TopicPartition, OffsetAndMetadata> ends) {}

  private final String name;
  private final KafkaConfig config;
  private final List<String> topics;
  private final Function<ConsumerRecord<byte[], byte[]>, T> reading;
  private final Step<T> step;
  private final Memory memory;
  private final ConsumerThread reader;
  private final ConsumerThread writer;
  private final BlockingQueue<Fetched<T>> waiting = new ArrayBlockingQueue<>(FETCHED_BATCHES_MAX);
  private final Queue<Map<TopicPartition, OffsetAndMetadata>> written =
      new ConcurrentLinkedQueue<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  /**
   * A loop that is not running yet.
   *
   * @param group the name under which offsets are committed, without prefix; also the loop's name
   * @param topics topic names without prefix
   * @param reading what a record says, whatever is in it; runs beside the step
   * @param step writes it
   */
  public SinkLoop(
      KafkaConfig config,
      String group,
      List<String> topics,
      Function<ConsumerRecord<byte[], byte[]>, T> reading,
      Step<T> step) {
    this(config, group, topics, reading, step, Memory.NONE);
  }

  /**
   * As the other one.
   *
   * @param memory what is kept with the offsets, and whether they count
   */
  public SinkLoop(
      KafkaConfig config,
      String group,
      List<String> topics,
      Function<ConsumerRecord<byte[], byte[]>, T> reading,
      Step<T> step,
      Memory memory) {
    this.name = group;
    this.config = config;
    this.topics = topics.stream().map(config::prefixed).toList();
    this.reading = reading;
    this.step = step;
    this.memory = memory;
    this.reader = new ConsumerThread("read-" + group, stopping, this::read);
    this.writer = new ConsumerThread("sink-" + group, stopping, this::write);
  }

  @Override
  public void start() {
    writer.start();
    reader.start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean healthy() {
    return reader.healthy() && writer.healthy();
  }

  @Override
  public void close() {
    stopping.set(true);
    writer.join(STOP_WAIT_MAX);
    reader.join(STOP_WAIT_MAX);
  }

  private void read(ConsumerThread self) throws InterruptedException {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(partitions(consumer));
      begin(consumer);
      Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
      long commitDue = System.nanoTime();
      while (!stopping.get()) {
        self.checkClock();
        collectWritten(uncommitted);
        if (!uncommitted.isEmpty() && System.nanoTime() - commitDue >= 0) {
          consumer.commitAsync(marked(uncommitted), this::committed);
          uncommitted.clear();
          commitDue = System.nanoTime() + COMMIT_PAUSE.toNanos();
        }
        List<ConsumerRecord<byte[], byte[]>> records = fetched(consumer);
        if (!records.isEmpty()) {
          enqueue(records);
        }
        self.failing(false);
        self.backoff().reset();
      }
      writer.join(STOP_WAIT_MAX);
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

  /**
   * A poll, and when it had little, what comes within {@link #FETCH_WINDOW}: a step waits for the
   * disk once, however many records it has.
   */
  private static List<ConsumerRecord<byte[], byte[]>> fetched(
      KafkaConsumer<byte[], byte[]> consumer) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    consumer.poll(POLL_WAIT).forEach(batch::add);
    if (batch.isEmpty()) {
      return batch;
    }
    long until = System.nanoTime() + FETCH_WINDOW.toNanos();
    for (long left = FETCH_WINDOW.toNanos();
        left > 0 && batch.size() < BATCH_RECORDS_MAX / 2;
        left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      consumer.poll(Duration.ZERO).forEach(batch::add);
    }
    return batch;
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return topics.stream()
        .flatMap(topic -> consumer.partitionsFor(topic).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  private void write(ConsumerThread self) throws InterruptedException {
    while (!stopping.get()) {
      List<Fetched<T>> batches = drained();
      List<T> items = batches.stream().flatMap(each -> each.items().stream()).toList();
      boolean accepted = accepted(items, self);
      while (!accepted && !stopping.get() && self.backoff().await()) {
        accepted = accepted(items, self);
      }
      if (!accepted) {
        return;
      }
      self.backoff().reset();
      batches.forEach(each -> written.add(each.ends()));
    }
  }

  /** What waits, up to a batch; nothing when nothing came for a while. */
  private List<Fetched<T>> drained() throws InterruptedException {
    List<Fetched<T>> drained = new ArrayList<>();
    Fetched<T> next = waiting.poll(POLL_WAIT.toMillis(), MILLISECONDS);
    int records = 0;
    while (next != null) {
      drained.add(next);
      records += next.items().size();
      Fetched<T> more = waiting.peek();
      boolean fits = more != null && records + more.items().size() <= BATCH_RECORDS_MAX;
      next = fits ? waiting.remove() : null;
    }
    return drained;
  }

  private boolean accepted(List<T> batch, ConsumerThread self) throws InterruptedException {
    try {
      write(batch);
      self.failing(false);
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      self.failing(true);
      LOG.atWarn()
          .addKeyValue("loop", name)
          .addKeyValue("records", batch.size())
          .setCause(e)
          .log("the batch is tried again");
      return false;
    }
  }

  private void write(List<T> batch) throws Exception {
    try {
      step.accept(batch);
    } catch (RuntimeException e) {
      if (batch.isEmpty() || !step.blamesContent(e)) {
        throw e;
      }
      if (batch.size() == 1) {
        step.refuse(batch.getFirst(), e);
        return;
      }
      int half = batch.size() / 2;
      write(batch.subList(0, half));
      write(batch.subList(half, batch.size()));
    }
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
                BATCH_RECORDS_MAX)),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
