package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.director.DirectorConfig;
import dev.assay.director.DirectorSection;
import dev.assay.director.DirectorService;
import dev.assay.director.PolicyReader;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.store.key.Ed25519Key;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorNameIT {

  @TempDir private Path directory;

  @Test
  void ofTwoDirectorsOfOneNameTheEarlierStopsAndSaysThatItIsNotHealthy() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig kafka =
          KafkaConfig.embedded(broker.bootstrap(), broker.client(ClientFiles.ADMIN));
      Topics.ensure(kafka);
      try (DirectorService earlier = director(kafka, "a");
          DirectorService later = director(kafka, "b")) {
        earlier.start();
        assertThat(earlier.healthy()).isTrue();

        later.start();

        Await.until("the earlier director is not healthy", () -> !earlier.healthy());
        assertThat(later.healthy()).isTrue();
      }
    }
  }

  private DirectorService director(KafkaConfig kafka, String state) {
    return new DirectorService(
        new DirectorConfig(
            kafka,
            PolicyReader.standard(),
            directory.resolve(state),
            "director-1",
            DirectorSection.THREADS_DEFAULT,
            Duration.ofSeconds(DirectorSection.REPORT_SECONDS_DEFAULT),
            Duration.ofSeconds(DirectorSection.EARLY_REPORT_SECONDS_DEFAULT),
            () -> {}),
        Ed25519Key.loadOrCreate(directory.resolve("key.pem"), Instant.EPOCH),
        new SimpleMeterRegistry(),
        PipelineTracer.OFF);
  }
}
