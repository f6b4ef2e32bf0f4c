package dev.assay.runtime.kafka;

import dev.assay.runtime.Loop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

  private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);
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
     * Whether somebody waits for {@code record}: it is not kept back for company. Called once for
     * each record as it is read, beside the writing.
     */
    default boolean awaited(ConsumerRecord<byte[], byte[]> record) {
      return false;
    }

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

  private final String name;
  private final Step<T> step;
  private final SinkReader<T> fetching;
  private final ConsumerThread reader;
  private final ConsumerThread writer;
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
    this(config, group, topics, reading, step, Memory.NONE, BATCH_RECORDS_MAX);
  }

  /**
   * As the other one.
   *
   * @param memory what is kept with the offsets, and whether they count
   * @param recordsMax records of one poll, from 1 to {@link #BATCH_RECORDS_MAX}; with 1, each
   *     record is committed by itself once the step took it
   */
  public SinkLoop(
      KafkaConfig config,
      String group,
      List<String> topics,
      Function<ConsumerRecord<byte[], byte[]>, T> reading,
      Step<T> step,
      Memory memory,
      int recordsMax) {
    this.name = group;
    this.step = step;
    this.fetching =
        new SinkReader<>(
            config, group, topics, reading, step::awaited, memory, recordsMax, stopping);
    this.reader =
        new ConsumerThread(
            "read-" + group, stopping, self -> fetching.read(self, this::awaitWriter));
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
    awaitWriter();
    reader.join(STOP_WAIT_MAX);
  }

  private void awaitWriter() {
    writer.join(STOP_WAIT_MAX);
  }

  private void write(ConsumerThread self) throws InterruptedException {
    while (!stopping.get()) {
      List<SinkReader.Fetched<T>> batches = fetching.drained();
      List<T> items = batches.stream().flatMap(each -> each.items().stream()).toList();
      boolean accepted = accepted(items, self);
      while (!accepted && !stopping.get() && self.backoff().await()) {
        accepted = accepted(items, self);
      }
      if (!accepted) {
        return;
      }
      self.backoff().reset();
      batches.forEach(fetching::written);
    }
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
}
