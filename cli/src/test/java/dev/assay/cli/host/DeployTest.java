package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.config.Yaml;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in deploy/ fits together, and each container has what it needs and no more. */
class DeployTest {

  private static final Path DEPLOY = Path.of("..", "deploy");

  /** Compose's own variables, {@code ${NAME:?}}, are kept as they are. */
  private static final JsonNode COMPOSE = Json.toTree(compose());

  private static Map<?, ?> compose() {
    try {
      String text = Files.readString(DEPLOY.resolve("compose.yaml")).replace("${", "$<");
      return Yaml.parse(text, "compose.yaml", Map.class, Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode service(String name) {
    return COMPOSE.path("services").path(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest", "director", "worker", "store"})
  void theConfigurationOfAServiceIsReadWithTheEnvironmentOfItsContainer(String name) {
    Map<String, String> environment = new HashMap<>();
    service(name)
        .path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), "secret"));

    SystemConfig config =
        Yaml.read(DEPLOY.resolve(name + ".yaml"), SystemConfig.class, Map.copyOf(environment));

    JsonNode kafka = service("kafka").path("environment");
    assertThat(kafka.path("KAFKA_ADVERTISED_LISTENERS").textValue())
        .isEqualTo("CLIENTS://" + config.kafka().bootstrap());
    assertThat(config.kafka().client().get("sasl.jaas.config"))
        .contains("username=\"" + name + "\" password=\"secret\"");
    assertThat(kafka.path("KAFKA_LISTENER_NAME_CLIENTS_PLAIN_SASL_JAAS_CONFIG").textValue())
        .contains("user_" + name + "=");
    assertThat(config.http().port()).isEqualTo(7070);
    if (name.equals("store")) {
      JsonNode postgres = service("postgres").path("environment");
      assertThat(config.store().user()).isEqualTo(postgres.path("POSTGRES_USER").textValue());
      assertThat(config.store().jdbcUrl())
          .endsWith("//postgres:5432/" + postgres.path("POSTGRES_DB").textValue());
    } else {
      assertThat(config.artifacts().s3()).isNotNull();
      assertThat(config.artifacts().s3().accessKey())
          .isEqualTo(service("minio").path("environment").path("MINIO_ROOT_USER").textValue());
    }
  }

  @Test
  void ingestReadsDeadLettersAsTheUserThatMay() {
    SystemConfig config =
        Yaml.read(
            DEPLOY.resolve("ingest.yaml"),
            SystemConfig.class,
            Map.of(
                "ASSAY_KAFKA_PASSWORD", "own",
                "ASSAY_KAFKA_REPLAYER_PASSWORD", "other",
                "ASSAY_S3_SECRET", "s3"));

    assertThat(config.ingest().replayer().get("sasl.jaas.config"))
        .contains("username=\"replayer\" password=\"other\"");
    assertThat(
            service("kafka")
                .path("environment")
                .path("KAFKA_LISTENER_NAME_CLIENTS_PLAIN_SASL_JAAS_CONFIG")
                .textValue())
        .contains("user_replayer=");
    assertThat(holders("ASSAY_KAFKA_REPLAYER_PASSWORD")).containsExactly("ingest");
  }

  @Test
  void secretsAreWithThoseWhoNeedThem() {
    assertThat(holders("ASSAY_DB_PASSWORD")).containsExactly("store");
    assertThat(holders("ASSAY_S3_SECRET")).containsExactly("director", "ingest", "worker");
    assertThat(mounting("attestation-key")).containsExactly("director");
    assertThat(mounting("checkpoint-key")).containsExactly("store");
    assertThat(volumes("store")).contains("public-keys:/var/lib/assay/public:ro");
  }

  /** Whoever runs its line again keeps what is in git free of passwords. */
  @Test
  void theLineThatMakesThePasswordsMakesAllThatAreAskedFor(@TempDir Path directory)
      throws Exception {
    Path deploy = Files.createDirectory(directory.resolve("deploy"));
    String text = Files.readString(DEPLOY.resolve("compose.yaml"));
    Files.writeString(deploy.resolve("compose.yaml"), text);
    String line =
        text.lines().filter(each -> each.startsWith("#   (umask")).findFirst().orElseThrow();
    Process made =
        new ProcessBuilder(
                "bash", "-ec", line.substring(1).replace("openssl rand -hex 24", "echo x"))
            .directory(directory.toFile())
            .start();
    assertThat(made.waitFor()).isZero();

    assertThat(Files.readAllLines(deploy.resolve(".env")))
        .containsExactlyElementsOf(
            Pattern.compile("\\$\\{(ASSAY_[A-Z0-9_]+):\\?}")
                .matcher(text)
                .results()
                .map(found -> found.group(1) + "=x")
                .distinct()
                .sorted()
                .toList())
        .hasSizeGreaterThan(5);
    assertThat(Files.readString(DEPLOY.resolveSibling(".gitignore"))).contains("/deploy/.env\n");
  }

  @Test
  void noTwoServicesConnectToKafkaAsOne() {
    List<String> passwords = new ArrayList<>();
    for (String name : List.of("ingest", "director", "worker", "store", "access")) {
      passwords.add(service(name).path("environment").path("ASSAY_KAFKA_PASSWORD").textValue());
    }

    assertThat(passwords).doesNotHaveDuplicates().doesNotContainNull();
  }

  @Test
  void kafkaKnowsNobodyWithoutACredentialAndAllowsNothingUnlessItIsGranted() {
    JsonNode kafka = service("kafka").path("environment");

    assertThat(kafka.path("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP").textValue())
        .doesNotContain(":PLAINTEXT");
    assertThat(kafka.path("KAFKA_AUTHORIZER_CLASS_NAME").textValue()).endsWith("Authorizer");
    assertThat(kafka.path("KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND").textValue()).isEqualTo("false");
    assertThat(kafka.path("KAFKA_SUPER_USERS").textValue()).isEqualTo("User:broker;User:admin");
  }

  @Test
  void containersRunWithoutRootOnARootFileSystemThatTheyCannotWrite() throws Exception {
    JsonNode service = COMPOSE.path("x-service");

    assertThat(service.path("user").textValue()).isEqualTo("10001");
    assertThat(service.path("read_only").booleanValue()).isTrue();
    assertThat(service.path("cap_drop").path(0).textValue()).isEqualTo("ALL");
    assertThat(Files.readString(DEPLOY.resolve("Dockerfile"))).contains("\nUSER 10001\n");
    String text = Files.readString(DEPLOY.resolve("compose.yaml"));
    for (String name : List.of("ingest", "director", "worker", "store", "access")) {
      assertThat(text).contains("\n  " + name + ":\n    <<: *service\n");
      assertThat(service(name).has("user")).isFalse();
    }
  }

  @Test
  void noPasswordHasADefault() throws Exception {
    assertThat(Files.readString(DEPLOY.resolve("compose.yaml"))).doesNotContain(":-");
  }

  @Test
  void whatMustOutliveAContainerLiesOnAVolume() {
    JsonNode kafka = service("kafka");

    assertThat(kafka.path("volumes").path(0).textValue())
        .isEqualTo("kafka:" + kafka.path("environment").path("KAFKA_LOG_DIRS").textValue());
  }

  private static Set<String> holders(String secret) {
    Set<String> holders = new TreeSet<>();
    for (String name : List.of("ingest", "director", "worker", "store", "access")) {
      if (service(name).path("environment").has(secret)) {
        holders.add(name);
      }
    }
    return holders;
  }

  private static Set<String> mounting(String volume) {
    Set<String> mounting = new TreeSet<>();
    COMPOSE
        .path("services")
        .properties()
        .forEach(entry -> {
          if (volumes(entry.getKey()).stream().anyMatch(v -> v.startsWith(volume + ":"))) {
            mounting.add(entry.getKey());
          }
        });
    return mounting;
  }

  private static List<String> volumes(String name) {
    List<String> volumes = new ArrayList<>();
    service(name).path("volumes").forEach(volume -> volumes.add(volume.textValue()));
    return volumes;
  }
}
