package dev.assay.runtime.kafka;

import dev.assay.runtime.Loop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of topics and hands every poll to one step, then commits. The step sees each
 * record at least once, in order per partition; when it throws, the same batch comes again after a
 * pause.
 *
 * <p>It takes its partitions itself instead of joining the group under whose name it commits: there
 * is one sink of a name, and a sink that was killed must not keep its partitions from the next one
 * until its session times out.
 */
public final class SinkLoop implements Loop {

  /** Records handed to the step at once. */
  public static final int BATCH_RECORDS_MAX = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(500);
  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);
  private static final long PAUSE_MILLIS_MIN = 100;
  private static final long PAUSE_MILLIS_MAX = 5_000;

  /** What is done with a batch. */
  @FunctionalInterface
  public interface Step {
    void accept(List<ConsumerRecord<byte[], byte[]>> batch) throws Exception;
  }

  private final String name;
  private final KafkaConfig config;
  private final List<String> topics;
  private final Step step;
  private final Thread thread;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile boolean failing;

  /**
   * A loop that is not running yet.
   *
   * @param group the name under which offsets are committed, without prefix; also the loop's name
   * @param topics topic names without prefix
   */
  public SinkLoop(KafkaConfig config, String group, List<String> topics, Step step) {
    this.name = group;
    this.config = config;
    this.topics = topics.stream().map(config::prefixed).toList();
    this.step = step;
    this.thread = Thread.ofPlatform().name("sink-" + group).unstarted(this::run);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean healthy() {
    return thread.isAlive() && !failing;
  }

  @Override
  public void close() {
    stopping.set(true);
    Threads.join(thread, STOP_WAIT_MAX);
  }

  private void run() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(partitions(consumer));
      long pauseMillis = PAUSE_MILLIS_MIN;
      while (!stopping.get()) {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL_WAIT);
        if (polled.isEmpty()) {
          continue;
        }
        List<ConsumerRecord<byte[], byte[]>> batch = new java.util.ArrayList<>(polled.count());
        polled.forEach(batch::add);
        while (!stopping.get() && !accepted(batch)) {
          Thread.sleep(pauseMillis);
          pauseMillis = Math.min(pauseMillis * 2, PAUSE_MILLIS_MAX);
        }
        if (!failing) {
          pauseMillis = PAUSE_MILLIS_MIN;
          commit(consumer);
        }
      }
    } catch (InterruptedException | WakeupException e) {
      LOG.atDebug().addKeyValue("loop", name).log("interrupted");
    } catch (RuntimeException e) {
      failing = true;
      LOG.atError().addKeyValue("loop", name).setCause(e).log("the loop ended");
    }
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return topics.stream()
        .flatMap(topic -> consumer.partitionsFor(topic).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** Commits; what a passing fault leaves uncommitted is committed with the next batch. */
  private void commit(KafkaConsumer<byte[], byte[]> consumer) {
    try {
      consumer.commitSync();
    } catch (RetriableException e) {
      LOG.atWarn().addKeyValue("loop", name).setCause(e).log("the commit waits for the next batch");
    }
  }

  private boolean accepted(List<ConsumerRecord<byte[], byte[]>> batch) throws InterruptedException {
    try {
      step.accept(batch);
      failing = false;
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failing = true;
      LOG.atWarn()
          .addKeyValue("loop", name)
          .addKeyValue("records", batch.size())
          .setCause(e)
          .log("the batch is tried again");
      return false;
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
