package dev.assay.cli.replay;

import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** The records of a system's topics at one instant. */
interface TopicRecords extends AutoCloseable {

  /** What is done with a record. */
  @FunctionalInterface
  interface Visitor {
    void accept(Entry entry) throws IOException, InterruptedException;
  }

  /** What stands before the topics' names on the broker. */
  String prefix();

  /** The name of {@code topic} on the broker. */
  default String name(Topic<?> topic) {
    return prefix() + topic.name();
  }

  /** What is read of each partition of {@code topic}, by partition. */
  List<Extent> extents(Topic<?> topic);

  /**
   * Shows the records of one partition in their order.
   *
   * @param damaged is told of records that cannot be read, which are left out, and of those that
   *     are not what was written, which are shown
   */
  void read(Topic<?> topic, Extent extent, Visitor visitor, Consumer<Damage> damaged)
      throws IOException, InterruptedException;

  @Override
  void close();

  /**
   * A record that cannot be read, or is not what was written.
   *
   * @param timeMillis the record's time when it is known, otherwise 0
   */
  record Damage(RecordPosition place, long timeMillis, String expected, String found) {

    Difference difference() {
      return new Difference(
          Difference.Code.RECORD_DAMAGED, timeMillis, place, null, null, expected, found);
    }
  }

  /**
   * What is read of one partition.
   *
   * @param first the oldest offset that is there
   * @param end the offset after the last one that is read
   * @param settled the offset below which the topic's reader had finished: the director for what it
   *     reads, the store for attestations; others have {@code end}
   */
  record Extent(int partition, long first, long end, long settled) {

    long records() {
      return Math.max(0, end - first);
    }
  }
}
