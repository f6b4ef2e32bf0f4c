package dev.assay.ingest;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic backwards, window by window, its partitions merged by the times of their records,
 * up to a bound. Its cursor names the offset before which each partition goes on.
 */
final class DeadLetterScan {

  /** Records that one page looks at. */
  private static final int RECORDS_MAX = 20_000;

  /** Records of a partition that are read at once. */
  private static final int WINDOW = 500;

  private static final Duration POLL_WAIT = Duration.ofMillis(500);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, Part> parts = new TreeMap<>();
  private int seen;

  /** What is left of a partition: what was read, the newest first, and what is before it. */
  private static final class Part {
    private final TopicPartition partition;
    private final long beginning;
    private final Deque<ConsumerRecord<byte[], byte[]>> read = new ArrayDeque<>();
    private long unread;

    private Part(TopicPartition partition, long beginning, long end) {
      this.partition = partition;
      this.beginning = beginning;
      this.unread = Math.max(beginning, end);
    }

    private long next() {
      return read.isEmpty() ? unread : read.getFirst().offset() + 1;
    }

    private boolean ended() {
      return read.isEmpty() && unread <= beginning;
    }
  }

  /**
   * A scan from {@code cursor} on, or from the end.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  DeadLetterScan(
      KafkaConsumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      @Nullable String cursor) {
    this.consumer = consumer;
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<Integer, Long> bounds = cursor == null ? Map.of() : bounds(cursor);
    for (TopicPartition partition : partitions) {
      long end = ends.getOrDefault(partition, 0L);
      parts.put(
          partition.partition(),
          new Part(
              partition,
              beginnings.getOrDefault(partition, 0L),
              Math.min(end, bounds.getOrDefault(partition.partition(), end))));
    }
  }

  private static Map<Integer, Long> bounds(String cursor) {
    Map<Integer, Long> bounds = new HashMap<>();
    try {
      for (String part : cursor.split("_", -1)) {
        int dash = part.indexOf('-');
        bounds.put(
            Integer.valueOf(part.substring(0, dash)), Long.valueOf(part.substring(dash + 1)));
      }
      return bounds;
    } catch (NumberFormatException | IndexOutOfBoundsException _) {
      throw new Rejection(
              ErrorCode.INVALID_QUERY,
              "expected the next of another answer in cursor, found " + Require.quoted(cursor),
              "cursor")
          .asException();
    }
  }

  /** The next older record; null at the end, or when this page has looked at enough. */
  @Nullable ConsumerRecord<byte[], byte[]> next() {
    if (seen == RECORDS_MAX) {
      return null;
    }
    seen++;
    ConsumerRecord<byte[], byte[]> newest = null;
    Part of = null;
    for (Part part : parts.values()) {
      while (part.read.isEmpty() && part.unread > part.beginning) {
        load(part);
      }
      ConsumerRecord<byte[], byte[]> head = part.read.peekFirst();
      if (head != null && (newest == null || head.timestamp() > newest.timestamp())) {
        newest = head;
        of = part;
      }
    }
    if (of != null) {
      of.read.removeFirst();
    }
    return newest;
  }

  private void load(Part part) {
    long from = Math.max(part.beginning, part.unread - WINDOW);
    consumer.assign(List.of(part.partition));
    consumer.seek(part.partition, from);
    while (consumer.position(part.partition) < part.unread) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
        if (record.offset() < part.unread) {
          part.read.addFirst(record);
        }
      }
    }
    part.unread = from;
  }

  /** Where the next page goes on, or null at the end. */
  @Nullable String cursor() {
    return parts.values().stream().allMatch(Part::ended)
        ? null
        : parts.entrySet().stream()
            .map(part -> part.getKey() + "-" + part.getValue().next())
            .collect(Collectors.joining("_"));
  }
}
