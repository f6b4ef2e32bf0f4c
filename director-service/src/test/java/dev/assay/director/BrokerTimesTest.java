package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class BrokerTimesTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

  private final BrokerTimes times = new BrokerTimes(InstantSource.fixed(NOW));

  @Test
  void whatFollowsFromARecordOfBeforeTheClockWasSetBackIsOfNow() {
    ProducerRecord<byte[], byte[]> ahead = record(NOW.plus(Duration.ofHours(2)));
    ahead.headers().add("h", new byte[] {1});

    ProducerRecord<byte[], byte[]> sent = times.onSend(ahead);

    assertThat(sent.timestamp()).isEqualTo(NOW.toEpochMilli());
    assertThat(sent.value()).isSameAs(ahead.value());
    assertThat(sent.partition()).isEqualTo(3);
    assertThat(sent.headers()).isEqualTo(ahead.headers());
  }

  @Test
  void whatIsNotAheadKeepsItsTime() {
    ProducerRecord<byte[], byte[]> record = record(NOW.minus(Duration.ofHours(2)));

    assertThat(times.onSend(record)).isSameAs(record);
  }

  private static ProducerRecord<byte[], byte[]> record(Instant time) {
    return new ProducerRecord<>("t", 3, time.toEpochMilli(), new byte[0], new byte[] {2});
  }
}
