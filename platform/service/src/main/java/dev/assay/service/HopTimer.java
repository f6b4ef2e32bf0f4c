package dev.assay.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * The times that events take on one {@link Hop}: the series {@code assay_hop_seconds} of that hop.
 * Whoever ends the hop records it. Safe for many threads.
 */
public final class HopTimer {

  /** The metric, as Micrometer names it. */
  public static final String NAME = "assay.hop";

  /**
   * What is longer counts as so long. The times of records are words of those who sent them, and
   * one of 1970 must not be most of a sum.
   */
  public static final Duration TIME_MAX = Duration.ofDays(1);

  private final Timer timer;

  private HopTimer(Timer timer) {
    this.timer = timer;
  }

  /** The times of {@code hop} in {@code registry}; to be looked up once. */
  public static HopTimer of(Hop hop, MeterRegistry registry) {
    return new HopTimer(
        Timer.builder(NAME)
            .description("time of an event on each hop of its way to the answer")
            .tag("hop", hop.label())
            .serviceLevelObjectives(bounds())
            .register(registry));
  }

  private static Duration[] bounds() {
    return LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 30_000)
        .mapToObj(Duration::ofMillis)
        .toArray(Duration[]::new);
  }

  /** An event took {@code nanos} of {@link System#nanoTime}. */
  public void took(long nanos) {
    timer.record(Math.clamp(nanos, 0, TIME_MAX.toNanos()), TimeUnit.NANOSECONDS);
  }

  /**
   * An event was on its way between processes, whose clocks need not agree: one that arrives before
   * it was sent took no time.
   *
   * @param fromMillis the time of its record, since the epoch
   * @param toMillis when that was read, since the epoch
   */
  public void waited(long fromMillis, long toMillis) {
    long millis = fromMillis >= toMillis ? 0 : toMillis - fromMillis;
    took(
        millis < 0 || millis > TIME_MAX.toMillis()
            ? TIME_MAX.toNanos()
            : TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
