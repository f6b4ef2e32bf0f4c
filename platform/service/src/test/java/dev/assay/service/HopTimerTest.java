package dev.assay.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HopTimerTest {

  private static final long NOW = 1_795_000_000_000L;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final HopTimer hop = HopTimer.of(Hop.QUEUE, registry);

  @Test
  void aWaitIsTheTimeFromTheRecordToItsReader() {
    hop.waited(NOW, NOW + 40);

    assertThat(totalMillis()).isEqualTo(40.0);
  }

  @Test
  void aRecordFromAheadOfAClockThatWasSetBackWaitedNotAtAllAndCounts() {
    hop.waited(NOW, NOW - 7_200_000);
    hop.waited(Long.MAX_VALUE, Long.MIN_VALUE);
    hop.took(-1);

    assertThat(timer().count()).isEqualTo(3);
    assertThat(totalMillis()).isZero();
  }

  @Test
  void aRecordWithTheTimeOfAnotherAgeCountsAsADay() {
    hop.waited(0, NOW);
    hop.waited(Long.MIN_VALUE, NOW);

    assertThat(timer().count()).isEqualTo(2);
    assertThat(totalMillis()).isEqualTo(2.0 * HopTimer.TIME_MAX.toMillis());
  }

  @Test
  void aHopHasFewBucketsFromOneMillisecondToThirtySeconds() {
    double[] seconds =
        Arrays.stream(timer().takeSnapshot().histogramCounts())
            .mapToDouble(bucket -> bucket.bucket(TimeUnit.SECONDS))
            .toArray();

    assertThat(seconds).hasSizeLessThan(15).startsWith(0.001).endsWith(30);
  }

  private Timer timer() {
    return registry.get(HopTimer.NAME).tag("hop", "queue").timer();
  }

  private double totalMillis() {
    return timer().totalTime(TimeUnit.MILLISECONDS);
  }
}
