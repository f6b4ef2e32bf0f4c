package dev.assay.runtime.kafka;

import dev.assay.runtime.ClockSteps;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes the consumers of this process when the system's clock was set back: how long a poll waits
 * is measured by that clock, so that one under way ends only with a record, and without heartbeats
 * the group has soon forgotten its consumer.
 */
final class ClockWatch {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Set<ConsumerThread> CONSUMERS = ConcurrentHashMap.newKeySet();

  static {
    Thread.ofPlatform().daemon().name("clock-watch").start(ClockWatch::watch);
  }

  private ClockWatch() {}

  static void begin(ConsumerThread consumer) {
    CONSUMERS.add(consumer);
  }

  static void end(ConsumerThread consumer) {
    CONSUMERS.remove(consumer);
  }

  private static void watch() {
    ClockSteps clock = new ClockSteps();
    try {
      while (true) {
        Thread.sleep(LOOK_EVERY);
        if (clock.back().isPositive()) {
          CONSUMERS.forEach(ConsumerThread::clockSetBack);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
