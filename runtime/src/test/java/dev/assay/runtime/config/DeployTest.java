package dev.assay.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.json.Json;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What stands in deploy/ fits together. */
class DeployTest {

  private static final Path DEPLOY = Path.of("..", "deploy");

  private static final JsonNode COMPOSE =
      Json.toTree(Yaml.read(DEPLOY.resolve("compose.yaml"), Map.class, Map.of()));

  @Test
  void theConfigurationOfTheFleetIsReadWithTheEnvironmentOfItsContainers() {
    Map<String, String> environment = new HashMap<>();
    COMPOSE
        .path("x-service")
        .path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), "change-me-please"));

    AssayConfig config =
        Yaml.read(DEPLOY.resolve("assay.yaml"), AssayConfig.class, Map.copyOf(environment));

    JsonNode services = COMPOSE.path("services");
    JsonNode kafka = services.path("kafka").path("environment");
    assertThat(kafka.path("KAFKA_ADVERTISED_LISTENERS").textValue())
        .isEqualTo("PLAINTEXT://" + config.kafka().bootstrap());
    assertThat(config.artifacts().s3()).isNotNull();
    assertThat(config.artifacts().s3().accessKey())
        .isEqualTo(services.path("minio").path("environment").path("MINIO_ROOT_USER").textValue());
    JsonNode postgres = services.path("postgres").path("environment");
    assertThat(config.store().user()).isEqualTo(postgres.path("POSTGRES_USER").textValue());
    assertThat(config.store().jdbcUrl())
        .endsWith("//postgres:5432/" + postgres.path("POSTGRES_DB").textValue());
    assertThat(services.path("ingest").path("ports").path(0).textValue())
        .endsWith(":" + config.http().port());
  }

  @Test
  void whatMustOutliveAContainerLiesOnAVolume() {
    JsonNode kafka = COMPOSE.path("services").path("kafka");

    assertThat(kafka.path("volumes").path(0).textValue())
        .isEqualTo("kafka:" + kafka.path("environment").path("KAFKA_LOG_DIRS").textValue());
  }
}
