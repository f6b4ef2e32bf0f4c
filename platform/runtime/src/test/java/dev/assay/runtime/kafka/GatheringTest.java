package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class GatheringTest {

  /** The clock may run over. */
  private static final long BEGAN = Duration.ofNanos(Long.MAX_VALUE - 5).toNanos();

  private static final String AWAITED = "decisions";
  private static final int RECORDS_MAX = 10;

  private final Gathering gathering =
      new Gathering(RECORDS_MAX, record -> record.topic().equals(AWAITED));

  @Test
  void aRecordThatNobodyWaitsForIsKeptBackForOneThatSomebodyWaitsFor() {
    gathering.add(List.of(record("control-state")), BEGAN);
    assertThat(gathering.patience(BEGAN + 10)).isEqualTo(Gathering.HELD_MAX.minusNanos(10));

    gathering.add(List.of(record(AWAITED)), BEGAN + 20);

    assertThat(gathering.patience(BEGAN + 20)).isZero();
    assertThat(gathering.records())
        .extracting(ConsumerRecord::topic)
        .containsExactly("control-state", AWAITED);
  }

  @Test
  void whatSomebodyWaitsForIsKeptBackForNothing() {
    gathering.add(List.of(record(AWAITED), record("control-state")), BEGAN);

    assertThat(gathering.patience(BEGAN)).isZero();
  }

  @Test
  void noRecordIsKeptBackLongerThanTheBoundHoweverManyFollow() {
    long end = BEGAN + Gathering.HELD_MAX.toNanos();
    gathering.add(List.of(record("control-state")), BEGAN);
    gathering.add(List.of(record("control-state")), end - 1);
    assertThat(gathering.patience(end - 1)).isEqualTo(Duration.ofNanos(1));

    assertThat(gathering.patience(end)).isZero();
  }

  @Test
  void halfOfABatchWaitsForNoMore() {
    gathering.add(Collections.nCopies(RECORDS_MAX / 2 - 1, record("control-state")), BEGAN);
    assertThat(gathering.patience(BEGAN)).isPositive();

    gathering.add(List.of(record("control-state")), BEGAN + 1);

    assertThat(gathering.patience(BEGAN + 1)).isZero();
  }

  @Test
  void aPollWithoutRecordsIsNotRepeated() {
    gathering.add(List.of(), BEGAN);

    assertThat(gathering.patience(BEGAN)).isZero();
    assertThat(gathering.records()).isEmpty();
  }

  private static ConsumerRecord<byte[], byte[]> record(String topic) {
    return new ConsumerRecord<>(topic, 0, 0, null, "value".getBytes(StandardCharsets.UTF_8));
  }
}
