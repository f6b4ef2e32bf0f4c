package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures by a timer of its own how far a group is behind its topics, and so whether it gets on: a
 * partition on which records wait and whose commits do not move is stuck, whatever the reason. What
 * was there at the start and is not yet taken is a catch-up, which is told with its numbers. While
 * the cluster does not answer nothing is said; that is another check's to say.
 */
public final class ProgressWatch implements AutoCloseable, Measuring.Measurement {

  private static final Logger LOG = LoggerFactory.getLogger(ProgressWatch.class);

  private final String name;
  private final String group;
  private final List<String> topics;
  private final LongSupplier nanos;
  private final Measuring measuring;
  private final Map<TopicPartition, Place> places = new HashMap<>();
  private List<TopicPartition> partitions = List.of();
  private @Nullable Map<TopicPartition, Long> goal;
  private long begun = -1;
  private long told;
  private volatile @Nullable String problem;
  private volatile double lag = Double.NaN;

  /** How far a partition's reader is. */
  private static final class Place {
    private long committed = -1;
    private long since;
  }

  /**
   * A watch that is not running yet.
   *
   * @param name of what reads, for people
   * @param group its group, without prefix
   * @param topics what it reads, without prefix
   */
  public ProgressWatch(KafkaConfig config, String name, String group, List<String> topics) {
    this(config, name, group, topics, System::nanoTime);
  }

  ProgressWatch(
      KafkaConfig config, String name, String group, List<String> topics, LongSupplier nanos) {
    this.name = name;
    this.group = config.prefixed(group);
    this.topics = topics.stream().map(config::prefixed).toList();
    this.nanos = nanos;
    this.measuring = new Measuring(config, name, this);
  }

  /** Begins to measure. */
  public void start() {
    measuring.start();
  }

  /** Why this is not ready, in a sentence, as last measured; empty when it gets on. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Records that wait on all partitions, as last measured; not a number when nobody could. */
  public double lag() {
    return lag;
  }

  @Override
  public void close() {
    measuring.close();
  }

  @Override
  public void take(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
    partitions = partitions.isEmpty() ? partitions(admin) : partitions;
    measured(committed(admin), ends(admin, partitions));
  }

  @Override
  public void missed() {
    places.clear();
    problem = null;
    lag = Double.NaN;
  }

  private List<TopicPartition> partitions(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<TopicPartition> all = new ArrayList<>();
    Measuring.answer(admin.describeTopics(topics).allTopicNames())
        .forEach((topic, description) ->
            description
                .partitions()
                .forEach(each -> all.add(new TopicPartition(topic, each.partition()))));
    return all;
  }

  private Map<TopicPartition, Long> committed(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Measuring.answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach((partition, offset) -> {
          OffsetAndMetadata known = offset;
          if (known != null) {
            offsets.put(partition, known.offset());
          }
        });
    return offsets;
  }

  private static Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> partitions)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(each -> asked.put(each, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    Measuring.answer(admin.listOffsets(asked).all())
        .forEach((each, end) -> ends.put(each, end.offset()));
    return ends;
  }

  /** Takes one measurement. */
  void measured(Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
    long now = nanos.getAsLong();
    long waiting = 0;
    @Nullable String stuck = null;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      long at = committed.getOrDefault(end.getKey(), 0L);
      waiting += Math.max(0, end.getValue() - at);
      Place place = places.computeIfAbsent(end.getKey(), _ -> new Place());
      if (place.committed != at || at >= end.getValue()) {
        place.committed = at;
        place.since = now;
      }
      Duration still = Duration.ofNanos(now - place.since);
      if (still.compareTo(RuntimeLimits.STUCK_AFTER) >= 0) {
        stuck = stuck(end.getKey(), at, end.getValue() - at, still);
      }
    }
    lag = waiting;
    @Nullable String behind = behind(committed, ends, now);
    problem = stuck == null ? behind : stuck;
  }

  private String stuck(TopicPartition partition, long at, long lag, Duration still) {
    return "expected "
        + name
        + " to take the records of "
        + partition
        + ", found that it has stood at offset "
        + at
        + " for "
        + still.toSeconds()
        + " s while "
        + lag
        + " wait; next: look for its errors in the log, then restart it";
  }

  /** How far a catch-up is that was not done at once. */
  private @Nullable String behind(
      Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends, long now) {
    Map<TopicPartition, Long> known = goal;
    Map<TopicPartition, Long> target = known == null ? Map.copyOf(ends) : known;
    goal = target;
    long left = 0;
    for (Map.Entry<TopicPartition, Long> end : target.entrySet()) {
      left += Math.max(0, end.getValue() - committed.getOrDefault(end.getKey(), 0L));
    }
    if (left == 0) {
      goal = Map.of();
      return null;
    }
    begun = begun < 0 ? left : begun;
    if (known == null) {
      return null;
    }
    String text = "catching up: " + (begun - left) + " of " + begun + " records taken";
    if (now - told >= RuntimeLimits.TOLD_EVERY.toNanos() || told == 0) {
      told = now;
      LOG.atInfo().addKeyValue("loop", name).log(text);
    }
    return text;
  }
}
