package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacedProducerTest {

  @ParameterizedTest(name = "a flush of {0} ms, input late by {1} ms: a rest of {2} ms")
  @CsvSource({
    "1, 0, 3",
    "1, 24, 3",
    "20, 0, 10",
    "20, 80, 10",
    "1, 160, 20",
    "1, 4000, 60",
    "1, 9223372036854775807, 60",
    "2, -7200000, 6",
  })
  void theLaterWhatIsSentTheLongerOthersMayJoinIt(long took, long late, long rest) {
    long nanos = PacedProducer.restNanos(Duration.ofMillis(took).toNanos(), late);

    assertThat(Duration.ofNanos(nanos)).isEqualTo(Duration.ofMillis(rest));
  }
}
