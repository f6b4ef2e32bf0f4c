package dev.assay.canary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CanaryTallyTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MessageProducer unconnected =
      new MessageProducer(KafkaConfig.embedded("127.0.0.1:1", Map.of()), "test");
  private final CanaryTally tally = new CanaryTally(unconnected, new CanaryMetrics(registry));

  @AfterEach
  void close() {
    unconnected.close();
  }

  private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
    return new ConsumerRecord<>(Topic.CANARY_RATES.name(), 0, 0, new byte[0], value);
  }

  @Test
  void ratesThatCannotBeReadAreCountedAndStopNoOthers() {
    CanaryRates rates =
        new CanaryRates(
            "testreport", "1", ErrorRates.after(null, true, false), "2026-11-21T10:00:00.000Z");

    tally.known(record(new byte[] {1, 2, 3}));
    tally.known(record(Topic.CANARY_RATES.codec().encode(rates)));

    assertThat(registry.get("assay.canary.refused").tag("code", "UNDECODABLE_RECORD").counter())
        .extracting(counter -> counter.count())
        .isEqualTo(1.0);
    assertThat(registry.get("assay.canary.known.bad").gauge().value()).isEqualTo(1);
  }
}
