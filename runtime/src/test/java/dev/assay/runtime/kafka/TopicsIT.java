package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.broker.EmbeddedBroker;
import dev.assay.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsIT {

  @TempDir Path directory;

  @Test
  void whoExpectsAnotherNumberOfPartitionsIsToldTheOneToSet() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      Topics.ensure(config(broker, 2));

      assertThatThrownBy(() -> Topics.ensure(config(broker, 1)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("expected kafka.partitions to be 2")
          .hasMessageContaining("found 1; set it to 2");
      Topics.ensure(config(broker, 2));
    }
  }

  private static KafkaConfig config(EmbeddedBroker broker, int partitions) {
    return new KafkaConfig(broker.bootstrap(), "t.", partitions, (short) 1, Map.of());
  }
}
