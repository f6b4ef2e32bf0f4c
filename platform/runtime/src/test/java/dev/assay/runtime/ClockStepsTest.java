package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClockStepsTest {

  private final AtomicReference<Instant> wall = new AtomicReference<>(Instant.EPOCH);
  private final AtomicLong nanos = new AtomicLong();
  private final ClockSteps steps = new ClockSteps(wall::get, nanos::get);

  @Test
  void aClockThatIsSetBackIsNoticedOnce() {
    pass(Duration.ofMinutes(1), Duration.ofMinutes(1));
    assertThat(steps.back()).isZero();

    pass(Duration.ofSeconds(1), Duration.ofHours(-2));
    assertThat(steps.back()).isEqualTo(Duration.ofHours(2).plusSeconds(1));
    assertThat(steps.back()).isZero();
  }

  @Test
  void aClockThatIsAdjustedOrSetForwardIsLeftAlone() {
    pass(Duration.ofSeconds(10), Duration.ofMillis(9_500));
    assertThat(steps.back()).isZero();

    pass(Duration.ofSeconds(1), Duration.ofHours(2));
    assertThat(steps.back()).isZero();
  }

  private void pass(Duration really, Duration shown) {
    nanos.addAndGet(really.toNanos());
    wall.updateAndGet(now -> now.plus(shown));
  }
}
