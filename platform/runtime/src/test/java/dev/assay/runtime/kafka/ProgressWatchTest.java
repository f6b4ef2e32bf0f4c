package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ProgressWatchTest {

  private static final TopicPartition FIRST = new TopicPartition("t", 0);
  private static final TopicPartition SECOND = new TopicPartition("t", 1);

  private final AtomicLong nanos = new AtomicLong(1);
  private final ProgressWatch watch =
      new ProgressWatch(
          KafkaConfig.embedded("unused:1", Map.of()), "loop", "group", List.of("t"), nanos::get);

  @Test
  void onePartitionThatStandsStillWhileItsRecordsWaitIsNotReadyWhateverItsNeighboursDo() {
    for (long at = 0; at < 20; at++) {
      measured(Map.of(FIRST, at, SECOND, 5L), Map.of(FIRST, at + 1, SECOND, at < 1 ? 5L : 6L));
    }

    assertThat(watch.problem())
        .hasValueSatisfying(
            text -> assertThat(text).contains("loop", "t-1", "offset 5", "1 wait", "restart"));
    measured(Map.of(FIRST, 20L, SECOND, 6L), Map.of(FIRST, 20L, SECOND, 6L));
    assertThat(watch.problem()).isEmpty();
  }

  @Test
  void whoIsIdleOrGetsOnUnderLoadIsReady() {
    measured(Map.of(), Map.of(FIRST, 0L));
    for (long at = 1; at < 100; at++) {
      measured(Map.of(FIRST, at), Map.of(FIRST, 10 * at));
      assertThat(watch.problem()).isEmpty();
    }
    for (int i = 0; i < 100; i++) {
      measured(Map.of(FIRST, 990L), Map.of(FIRST, 990L));
      assertThat(watch.problem()).isEmpty();
    }
  }

  @Test
  void aCatchUpIsShownWithItsNumbersUntilWhatWasThereIsTaken() {
    measured(Map.of(FIRST, 0L), Map.of(FIRST, 1_000L));
    measured(Map.of(FIRST, 400L), Map.of(FIRST, 1_500L));
    assertThat(watch.problem()).hasValue("catching up: 400 of 1000 records taken");

    measured(Map.of(FIRST, 1_001L), Map.of(FIRST, 2_000L));
    assertThat(watch.problem()).isEmpty();
  }

  @Test
  void theLagIsWhatWaitsOnAllPartitionsAndUnknownWhenNobodyCouldMeasure() {
    assertThat(watch.lag()).isNaN();
    measured(Map.of(FIRST, 5L), Map.of(FIRST, 7L, SECOND, 40L));
    assertThat(watch.lag()).isEqualTo(42);
    measured(Map.of(FIRST, 7L, SECOND, 40L), Map.of(FIRST, 7L, SECOND, 40L));
    assertThat(watch.lag()).isZero();
    watch.missed();
    assertThat(watch.lag()).isNaN();
  }

  private void measured(Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    watch.measured(committed, ends);
  }
}
