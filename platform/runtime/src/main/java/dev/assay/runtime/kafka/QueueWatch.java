package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Measures whether work queues get on. A share group's records are in the hands of its members for
 * as long as the work takes, so lag that stands still says nothing while somebody works: a queue is
 * stuck when records wait, more than other members can have in hand, while this process has none in
 * hand, finishes none, and the group's start does not move. While the cluster does not answer
 * nothing is said.
 */
public final class QueueWatch implements AutoCloseable, Measuring.Measurement {

  private final KafkaConfig config;
  private final List<? extends WorkQueue> queues;
  private final LongSupplier nanos;
  private final Measuring measuring;
  private final Map<TopicPartition, Place> places = new HashMap<>();
  private final Map<String, Map<TopicPartition, OffsetSpec>> ends = new HashMap<>();
  private volatile @Nullable String problem;

  /** How far a partition's group was when it moved last. */
  private static final class Place {
    private long start = -1;
    private long finished = -1;
    private long since;
  }

  /** A watch over the queues of one process that is not running yet. */
  public QueueWatch(KafkaConfig config, String name, List<? extends WorkQueue> queues) {
    this(config, name, queues, System::nanoTime);
  }

  QueueWatch(
      KafkaConfig config, String name, List<? extends WorkQueue> queues, LongSupplier nanos) {
    this.config = config;
    this.queues = List.copyOf(queues);
    this.nanos = nanos;
    this.measuring = new Measuring(config, name + "-queues", this);
  }

  /** Begins to measure. */
  public void start() {
    measuring.start();
  }

  /** Why this is not ready, in a sentence, as last measured; empty when it gets on. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  @Override
  public void close() {
    measuring.close();
  }

  @Override
  public void missed() {
    places.clear();
    problem = null;
  }

  @Override
  public void take(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
    @Nullable String stuck = null;
    for (WorkQueue queue : queues) {
      @Nullable String found = stuck(admin, queue);
      stuck = stuck == null ? found : stuck;
    }
    problem = stuck;
  }

  private @Nullable String stuck(Admin admin, WorkQueue queue)
      throws InterruptedException, ExecutionException, TimeoutException {
    String group = config.prefixed(queue.config().group());
    long now = nanos.getAsLong();
    long waiting = 0;
    Duration still = Duration.ZERO;
    for (Map.Entry<TopicPartition, Lag> each : lags(admin, queue, group).entrySet()) {
      Lag lag = each.getValue();
      Place place = places.computeIfAbsent(each.getKey(), _ -> new Place());
      if (lag.records() == 0
          || lag.start() != place.start
          || queue.finished() != place.finished
          || queue.inHand() > 0) {
        place.start = lag.start();
        place.finished = queue.finished();
        place.since = now;
      }
      Duration since = Duration.ofNanos(now - place.since);
      if (since.compareTo(RuntimeLimits.STUCK_AFTER) >= 0) {
        waiting += lag.records();
        still = since.compareTo(still) > 0 ? since : still;
      }
    }
    return waiting > 0 && waiting > heldElsewhere(admin, queue.config(), group)
        ? "expected "
            + queue.name()
            + " to take the records that wait, found that none moved for "
            + still.toSeconds()
            + " s while "
            + waiting
            + " wait; next: look for its errors in the log, then restart the worker"
        : null;
  }

  /**
   * What a group has not done.
   *
   * @param start the first record that is not done
   */
  private record Lag(long start, long records) {

    /** Of a partition that the group never read nothing is known: all of it waits. */
    static Lag of(@Nullable SharePartitionOffsetInfo known, long end) {
      long start = known == null ? 0 : Math.max(0, known.startOffset());
      long behind = Math.max(0, end - start);
      long told = known == null ? -1 : known.lag().orElse(-1L);
      return new Lag(start, told < 0 ? behind : Math.min(told, behind));
    }
  }

  private Map<TopicPartition, Lag> lags(Admin admin, WorkQueue queue, String group)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = partitions(admin, queue.config().topic());
    ListShareGroupOffsetsSpec spec =
        new ListShareGroupOffsetsSpec().topicPartitions(asked.keySet());
    Map<TopicPartition, SharePartitionOffsetInfo> known =
        Measuring.answer(
            admin.listShareGroupOffsets(Map.of(group, spec)).partitionsToOffsetInfo(group));
    Map<TopicPartition, Lag> lags = new HashMap<>();
    Measuring.answer(admin.listOffsets(asked).all())
        .forEach(
            (partition, end) -> lags.put(partition, Lag.of(known.get(partition), end.offset())));
    return lags;
  }

  private Map<TopicPartition, OffsetSpec> partitions(Admin admin, String name)
      throws InterruptedException, ExecutionException, TimeoutException {
    @Nullable Map<TopicPartition, OffsetSpec> known = ends.get(name);
    if (known != null) {
      return known;
    }
    Map<TopicPartition, OffsetSpec> found = new HashMap<>();
    String topic = config.prefixed(name);
    Measuring.answer(admin.describeTopics(List.of(topic)).allTopicNames())
        .values()
        .forEach(description ->
            description
                .partitions()
                .forEach(each ->
                    found.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest())));
    ends.put(name, found);
    return found;
  }

  /** What the members of other processes can have in hand. */
  private static long heldElsewhere(Admin admin, WorkQueueConfig queue, String group)
      throws InterruptedException, ExecutionException, TimeoutException {
    int members;
    try {
      members =
          Measuring.answer(admin.describeShareGroups(List.of(group)).all()).values().stream()
              .mapToInt(description -> description.members().size())
              .sum();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof GroupIdNotFoundException)) {
        throw e;
      }
      members = 0;
    }
    return (long) Math.max(0, members - queue.consumers()) * queue.batchRecordsMax();
  }
}
