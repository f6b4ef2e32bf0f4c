package dev.assay.cli.replay;

import dev.assay.cli.CommandException;
import dev.assay.cli.replay.TopicRecords.Damage;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.director.DirectorService;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.sink.StoreSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A cluster's topics, read without a group and without writing. What is read of a running system is
 * cut so that it fits together: outputs end before inputs do, so that every output has its input,
 * and what the director had not committed by then may still lack its outputs.
 */
final class KafkaRecords implements TopicRecords {

  /** What the director reads. */
  static final List<Topic<?>> INPUTS = List.of(Topic.EXECUTIONS, Topic.REPORTS, Topic.GOVERNANCE);

  /** What a replay compares with, apart from {@link #INPUTS}. */
  static final List<Topic<?>> OUTPUTS =
      List.of(
          Topic.ATTESTATIONS,
          Topic.DECISIONS,
          Topic.VERIFICATIONS,
          Topic.VERIFICATIONS_LONG,
          Topic.DEAD_LETTERS);

  /** {@link #INPUTS}, then {@link #OUTPUTS}. */
  static final List<Topic<?>> ALL = Stream.concat(INPUTS.stream(), OUTPUTS.stream()).toList();

  private final KafkaConfig kafka;
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, List<Extent>> extents = new HashMap<>();
  private Map<TopicPartition, Long> storeAt = Map.of();

  private KafkaRecords(KafkaConfig kafka, Admin admin, KafkaConsumer<byte[], byte[]> consumer) {
    this.kafka = kafka;
    this.admin = admin;
    this.consumer = consumer;
  }

  /** Connects; nothing is read yet. */
  static KafkaRecords open(KafkaConfig kafka) {
    Map<String, Object> settings =
        kafka.with(
            Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ReplayLimits.ANSWER_WAIT_MAX.toMillis()));
    return new KafkaRecords(
        kafka,
        Admin.create(kafka.with(Map.of())),
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /** Waits, within bounds, until director and store have taken what is on their topics now. */
  void awaitQuiet() throws InterruptedException {
    long deadline = System.nanoTime() + ReplayLimits.QUIET_WAIT_MAX.toNanos();
    await(DirectorService.GROUP, ends(INPUTS), deadline);
    await(StoreSink.GROUP, ends(List.of(Topic.ATTESTATIONS)), deadline);
  }

  private void await(String group, Map<TopicPartition, Long> ends, long deadline)
      throws InterruptedException {
    while (System.nanoTime() < deadline) {
      Map<TopicPartition, Long> at = committed(group);
      if (ends.entrySet().stream().allMatch(e -> at.getOrDefault(e.getKey(), 0L) >= e.getValue())) {
        return;
      }
      Thread.sleep(ReplayLimits.QUIET_PAUSE);
    }
  }

  /**
   * Remembers how far the store is; what it has taken by now must be in a log that is read next.
   */
  void noteStore() throws InterruptedException {
    storeAt = committed(StoreSink.GROUP);
  }

  /** Fixes what is read of each topic. */
  void cut() throws InterruptedException {
    Map<TopicPartition, Long> directorAt = committed(DirectorService.GROUP);
    fix(OUTPUTS, storeAt);
    fix(INPUTS, directorAt);
  }

  private void fix(List<Topic<?>> topics, Map<TopicPartition, Long> at) {
    for (Topic<?> topic : topics) {
      List<TopicPartition> partitions = partitions(topic);
      Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      boolean read = INPUTS.contains(topic) || topic.equals(Topic.ATTESTATIONS);
      List<Extent> found = new ArrayList<>();
      for (TopicPartition p : partitions) {
        long end = ends.getOrDefault(p, 0L);
        found.add(
            new Extent(
                p.partition(),
                first.getOrDefault(p, 0L),
                end,
                read ? at.getOrDefault(p, 0L) : end));
      }
      extents.put(topic.name(), found);
    }
  }

  private Map<TopicPartition, Long> ends(List<Topic<?>> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    topics.forEach(topic -> partitions.addAll(partitions(topic)));
    return consumer.endOffsets(partitions);
  }

  private List<TopicPartition> partitions(Topic<?> topic) {
    try {
      return consumer.partitionsFor(name(topic)).stream()
          .map(info -> new TopicPartition(info.topic(), info.partition()))
          .sorted(java.util.Comparator.comparingInt(TopicPartition::partition))
          .toList();
    } catch (KafkaException e) {
      throw unavailable(e);
    }
  }

  private Map<TopicPartition, Long> committed(String group) throws InterruptedException {
    Map<TopicPartition, Long> at = new HashMap<>();
    answer(admin.listConsumerGroupOffsets(kafka.prefixed(group)).partitionsToOffsetAndMetadata())
        .forEach((partition, offset) -> {
          OffsetAndMetadata known = offset;
          if (known != null) {
            at.put(partition, known.offset());
          }
        });
    return at;
  }

  private <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get(ReplayLimits.ANSWER_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unavailable(e);
    }
  }

  private CommandException unavailable(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new CommandException(
        "BROKER_UNAVAILABLE",
        "expected the cluster at "
            + kafka.bootstrap()
            + " to answer about the topics "
            + kafka.topicPrefix()
            + "*, found "
            + cause.getClass().getSimpleName()
            + "; check the address, the topic prefix and the permissions");
  }

  @Override
  public String prefix() {
    return kafka.topicPrefix();
  }

  @Override
  public List<Extent> extents(Topic<?> topic) {
    return Objects.requireNonNull(extents.get(topic.name()), "cut comes first");
  }

  @Override
  public void read(Topic<?> topic, Extent extent, Visitor visitor, Consumer<Damage> damaged)
      throws IOException, InterruptedException {
    if (extent.records() == 0) {
      return;
    }
    TopicPartition partition = new TopicPartition(name(topic), extent.partition());
    consumer.assign(List.of(partition));
    consumer.seek(partition, extent.first());
    long waitedFrom = System.nanoTime();
    while (consumer.position(partition) < extent.end()) {
      ConsumerRecords<byte[], byte[]> polled;
      try {
        polled = consumer.poll(ReplayLimits.POLL_WAIT);
      } catch (RetriableException e) {
        throw unavailable(e);
      } catch (KafkaException e) {
        damaged.accept(unreadable(partition, e));
        return;
      }
      for (ConsumerRecord<byte[], byte[]> record : polled) {
        if (record.offset() < extent.end()) {
          visitor.accept(entry(record));
        }
      }
      if (!polled.isEmpty()) {
        waitedFrom = System.nanoTime();
      } else if (System.nanoTime() - waitedFrom > ReplayLimits.ANSWER_WAIT_MAX.toNanos()) {
        throw unavailable(new TimeoutException());
      }
    }
  }

  /** A batch that fails its checksum; the client goes no further in that partition. */
  private Damage unreadable(TopicPartition partition, KafkaException e) {
    return new Damage(
        new RecordPosition(partition.topic(), partition.partition(), consumer.position(partition)),
        0,
        "a record whose batch has its checksum",
        e.getClass().getSimpleName() + " while it was read");
  }

  private static Entry entry(ConsumerRecord<byte[], byte[]> record) {
    return new Entry(
        new RecordPosition(record.topic(), record.partition(), record.offset()),
        record.timestamp(),
        record.key(),
        record.headers(),
        record.value());
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
