package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The records of some polls that are written together, since writing waits for the disk once,
 * however many they are. A record that nobody waits for is kept back until one comes that somebody
 * waits for: of an event that is verified at once, what shows it under way is written with its
 * decision. Times are those of {@link System#nanoTime}.
 */
final class Gathering {

  /** The longest that a record is kept back for others. */
  static final Duration HELD_MAX = Duration.ofMillis(50);

  private final int recordsMax;
  private final Predicate<ConsumerRecord<byte[], byte[]>> awaited;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private boolean whole;
  private long until;

  /**
   * One that has no records.
   *
   * @param recordsMax with half as many, no more are waited for
   * @param awaited whether somebody waits for a record; called once for each in their order
   */
  Gathering(int recordsMax, Predicate<ConsumerRecord<byte[], byte[]>> awaited) {
    this.recordsMax = recordsMax;
    this.awaited = awaited;
  }

  /** Adds a poll that ended at {@code now}. */
  void add(Iterable<ConsumerRecord<byte[], byte[]>> polled, long now) {
    if (records.isEmpty()) {
      until = now + HELD_MAX.toNanos();
    }
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      records.add(record);
      whole |= awaited.test(record);
    }
    whole |= records.size() >= recordsMax / 2;
  }

  /** How long to wait for more from {@code now} on; zero when there is to be no other poll. */
  Duration patience(long now) {
    return whole || records.isEmpty() || now - until >= 0
        ? Duration.ZERO
        : Duration.ofNanos(until - now);
  }

  List<ConsumerRecord<byte[], byte[]>> records() {
    return records;
  }
}
