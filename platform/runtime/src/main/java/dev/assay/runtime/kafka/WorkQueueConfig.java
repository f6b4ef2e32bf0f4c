package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.Map;

/**
 * How a pool of share consumers works.
 *
 * @param topic without prefix
 * @param group without prefix
 * @param consumers bulk consumers or lanes
 * @param batchRecordsMax records that a bulk consumer takes at once
 * @param overrunMillis after which a bulk record is cut off
 * @param lockMillis how long the broker reserves a record without a sign of life
 */
public record WorkQueueConfig(
    String topic,
    String group,
    int consumers,
    int batchRecordsMax,
    long overrunMillis,
    long lockMillis) {

  /** Runs of one record that end with a failure before it becomes a dead letter. */
  public static final int RUNS_MAX = 3;

  /** The highest limit of deliveries that brokers can be set to allow. */
  static final int BROKER_DELIVERIES_MAX = 25;

  /** The highest that they allow unless they are set to allow more. */
  static final int BROKER_DELIVERIES_DEFAULT = 10;

  /** So many deliveries short of the broker's limit a record becomes a dead letter. */
  static final int DELIVERIES_SHORT = 3;

  /**
   * Deliveries of one record before it becomes a dead letter, where brokers allow as many. More
   * than the runs, since a consumer that closes, loses its partition or dies gives back what it
   * fetched and nobody ran, counted as delivered. The broker's own limit is higher, since it drops
   * records silently there.
   */
  public static final int DELIVERIES_MAX = BROKER_DELIVERIES_MAX - DELIVERIES_SHORT;

  /**
   * Consumers of one process in a group. What a process had in hand when it died passes through
   * those whose requests still wait at the broker, and each of them counts as a delivery.
   */
  public static final int CONSUMERS_MAX = 16;

  /** How long the broker reserves a record for a worker without a sign of life. */
  public static final long LOCK_MILLIS = 15_000;

  static final Duration POLL_WAIT = Duration.ofMillis(500);
  static final Duration STOP_WAIT_MAX = Duration.ofSeconds(10);

  /** How long a lane that stops waits for the others' last fetch. */
  static final Duration FETCHING_WAIT_MAX = Duration.ofSeconds(7);

  /** {@code lanes} lanes of one record. */
  public static WorkQueueConfig lanes(String topic, String group, int lanes) {
    return new WorkQueueConfig(topic, group, lanes, 1, Long.MAX_VALUE, LOCK_MILLIS);
  }

  Map<String, String> groupSettings(int brokerDeliveriesMax) {
    return Map.of(
        "share.auto.offset.reset", "earliest",
        "share.record.lock.duration.ms", Long.toString(lockMillis),
        "share.delivery.count.limit", Integer.toString(brokerDeliveriesMax));
  }
}
