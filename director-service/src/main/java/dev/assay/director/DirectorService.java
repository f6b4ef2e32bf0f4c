package dev.assay.director;

import dev.assay.core.sign.Signer;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.PacedProducer;
import dev.assay.runtime.trace.PipelineTracer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.rocksdb.NativeLibraryLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The director as a service: Kafka Streams, at least once, its state in RocksDB and on a changelog.
 */
public final class DirectorService implements Loop {

  /** The name under which it commits how far it is, without prefix. */
  public static final String GROUP = Groups.DIRECTOR;

  private static final Logger LOG = LoggerFactory.getLogger(DirectorService.class);
  private static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);
  private static final Duration REPLACE_PAUSE = Duration.ofSeconds(1);

  /** A start that gets nowhere for so long has failed. */
  private static final Duration STILL_MAX = Duration.ofSeconds(60);

  /** How often a start that takes long is told. */
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  private final KafkaStreams streams;
  private final Restoring restoring = new Restoring();
  private final CountDownLatch running = new CountDownLatch(1);

  public DirectorService(
      DirectorConfig config, Signer signer, MeterRegistry registry, PipelineTracer tracer) {
    unpackRocks(config.stateDirectory().resolve("native"));
    this.streams =
        new KafkaStreams(
            DirectorTopology.of(
                config, signer, new DirectorMetrics(registry, tracer), InstantSource.system()),
            properties(config),
            new DirectorClients(),
            new SteadyTime());
    streams.setGlobalStateRestoreListener(restoring);
    streams.setStateListener((now, _) -> {
      LOG.atDebug().addKeyValue("state", now).log("director");
      if (now == KafkaStreams.State.RUNNING) {
        running.countDown();
      }
    });
    streams.setUncaughtExceptionHandler(failure -> ended(failure, config.instance()));
  }

  /**
   * Loads RocksDB's native library from {@code directory}, where it replaces that of the last
   * start. By itself it would be unpacked under a new name in the system's temporary directory,
   * where a process that is killed leaves it.
   */
  private static void unpackRocks(Path directory) {
    try {
      Files.createDirectories(directory);
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("expected to unpack RocksDB's library in " + directory, e);
    }
  }

  /** What follows the end of a stream thread; called on that thread. */
  private static StreamThreadExceptionResponse ended(Throwable failure, String instance) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException) {
        LOG.atError()
            .addKeyValue("instance", instance)
            .setCause(failure)
            .log(
                "expected to be the only director of this name, found that another one took its"
                    + " place; this one stops. Give each its own director.instance");
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
    }
    LOG.atError().setCause(failure).log("a stream thread ended and is replaced");
    LockSupport.parkNanos(REPLACE_PAUSE.toNanos());
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  @Override
  public String name() {
    return "director";
  }

  /** Starts, and waits until the state is restored and records are processed. */
  @Override
  public void start() throws InterruptedException {
    begin();
    awaitRunning(LOG::info);
  }

  /** Starts and returns at once; {@link #awaitRunning} waits for the rest. */
  public void begin() {
    streams.start();
  }

  /**
   * Waits until the state is restored and records are processed, as long as that goes on.
   *
   * @param progress told how far it is each few seconds
   * @throws IllegalStateException when nothing moved for a minute
   */
  public void awaitRunning(Consumer<String> progress) throws InterruptedException {
    long before = -1;
    long moved = System.nanoTime();
    while (!running.await(TOLD_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = restoring.steps();
      if (now != before) {
        before = now;
        moved = System.nanoTime();
      } else if (System.nanoTime() - moved > STILL_MAX.toNanos()) {
        throw new IllegalStateException(
            "expected the director to run, found "
                + streams.state()
                + ", "
                + restoring.text()
                + ", and nothing that moves; next: look for its errors in the log");
      }
      progress.accept("director: " + restoring.text());
    }
  }

  /** Why it is not ready, in a sentence; empty when it is. */
  public Optional<String> problem() {
    KafkaStreams.State state = streams.state();
    if (running.getCount() > 0) {
      return Optional.of(restoring.text());
    }
    return state.isRunningOrRebalancing()
        ? Optional.empty()
        : Optional.of(
            "expected the director to run, found "
                + state
                + "; next: look for its errors in the log, then restart it");
  }

  @Override
  public boolean healthy() {
    return problem().isEmpty();
  }

  @Override
  public void close() {
    streams.close(STOP_WAIT_MAX);
  }

  private static Properties properties(DirectorConfig config) {
    Properties p = config.kafka().properties(Map.of());
    p.put(StreamsConfig.APPLICATION_ID_CONFIG, config.kafka().prefixed(GROUP));
    p.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDirectory().toString());
    p.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, DirectorLimits.COMMIT_EVERY.toMillis());
    p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
    p.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L);
    p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) config.kafka().replicationFactor());
    p.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, DirectorRocksDbConfig.class);
    PacedProducer.BATCHING.forEach(
        (setting, value) -> p.put(StreamsConfig.producerPrefix(setting), value));
    PacedProducer.DENSE.forEach(
        (setting, value) -> p.put(StreamsConfig.producerPrefix(setting), value));
    p.put(
        StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG),
        BrokerTimes.class.getName());
    p.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        DirectorLimits.RECORD_BYTES_MAX);
    p.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        DirectorLimits.RECORD_BYTES_MAX);
    p.put(
        StreamsConfig.topicPrefix(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG),
        KafkaConfig.DIRTY_SHARE_MIN);
    p.put(
        StreamsConfig.topicPrefix(TopicConfig.SEGMENT_BYTES_CONFIG),
        KafkaConfig.COMPACTED_SEGMENT_BYTES);
    p.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, RecordTimes.class);
    p.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    p.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
        config.instance());
    p.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
        (int) DirectorLimits.MEMBER_SILENCE_MAX.toMillis());
    return p;
  }

  /**
   * The time of a record; of one that a publisher sent without a time, the newest time seen on its
   * partition, so that no publisher can stop the director with it.
   */
  public static final class RecordTimes implements TimestampExtractor {

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTimeMillis) {
      return record.timestamp() >= 0 ? record.timestamp() : Math.max(0, partitionTimeMillis);
    }
  }
}
