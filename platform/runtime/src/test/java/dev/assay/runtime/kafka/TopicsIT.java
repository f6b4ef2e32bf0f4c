package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsIT {

  /** What a topic is on the broker. */
  private record Kept(
      int partitions,
      String cleanupPolicy,
      String retentionMillis,
      String dirtyShareMin,
      String segmentBytes) {}

  /** The broker's own, which a compacted topic does not look at. */
  private static final String WEEK_MILLIS = "604800000";

  private static final String BROKERS_SEGMENT = "134217728";

  private static final Kept KEPT_FOR_EVER = new Kept(3, "delete", "-1", "0.5", BROKERS_SEGMENT);
  private static final Kept NEWEST_OF_A_KEY = new Kept(3, "compact", WEEK_MILLIS, "0.8", "8388608");

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

  @Test
  void everyTopicHasThePartitionsAndKeepsTheRecordsThatTheCatalogueSays() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig config = config(broker, 3);
      Topics.ensure(config);

      assertThat(onTheBroker(config))
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "t.executions", KEPT_FOR_EVER,
                  "t.verifications", KEPT_FOR_EVER,
                  "t.verifications-long", KEPT_FOR_EVER,
                  "t.reports", KEPT_FOR_EVER,
                  "t.governance", KEPT_FOR_EVER,
                  "t.attestations", KEPT_FOR_EVER,
                  "t.decisions", KEPT_FOR_EVER,
                  "t.dead-letters", KEPT_FOR_EVER,
                  "t.control-state", NEWEST_OF_A_KEY,
                  "t.canary-rates", NEWEST_OF_A_KEY));
    }
  }

  @Test
  void whoMayNotSeeTheTopicsIsToldWhichAndWhatMakesItSo() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      Acls.apply(config(broker, 1));
      KafkaConfig mistyped =
          new KafkaConfig(broker.bootstrap(), "y.", 1, (short) 1, broker.client(Access.INGEST));

      assertThatThrownBy(() -> Topics.ensure(mistyped))
          .isInstanceOf(TransientException.class)
          .hasMessageContaining("y.executions")
          .hasMessageContaining("assay admin acls --apply")
          .hasMessageContaining("kafka.topicPrefix");
    }
  }

  @Test
  void whoShowsAWrongPasswordIsToldToCorrectIt() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      Map<String, String> client = new HashMap<>(broker.client(Access.INGEST));
      client.computeIfPresent(
          "sasl.jaas.config",
          (_, jaas) -> jaas.replaceAll("password=\"[^\"]*\"", "password=\"x\""));

      assertThatThrownBy(() -> Topics.ensure(config(broker, 1).as(client)))
          .isInstanceOf(TransientException.class)
          .hasMessageContaining("correct kafka.client: user, password, certificates");
    }
  }

  @Test
  void topicsOfOthersThatDropWhatOursKeepAreNamedWithWhatSetsThemRight() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
        Admin admin = Admin.create(config(broker, 1).with(Map.of()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("t.reports", 1, (short) 1)
                      .configs(Map.of("retention.ms", "3600000")),
                  new NewTopic("t.decisions", 1, (short) 1)
                      .configs(Map.of("cleanup.policy", "compact", "retention.ms", "-1"))))
          .all()
          .get();
      Topics.create(config(broker, 1));

      List<String> losses = TopicLosses.of(config(broker, 1));

      assertThat(losses).hasSize(2);
      assertThat(losses)
          .anySatisfy(loss ->
              assertThat(loss).contains("t.reports", "3600000", "--add-config retention.ms=-1"))
          .anySatisfy(
              loss -> assertThat(loss).contains("t.decisions", "compact", "cleanup.policy=delete"));
    }
  }

  @Test
  void whoIsInterruptedDoesNotWaitForAClusterThatIsNotThere() throws Exception {
    KafkaConfig nobody = new KafkaConfig("127.0.0.1:1", "t.", 1, (short) 1, Map.of());
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread starting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Topics.ensure(nobody);
              } catch (InterruptedException | RuntimeException e) {
                failure.complete(e);
              }
            });
    while (starting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    starting.interrupt();

    // Well below the minute after which the client would have given up by itself.
    assertThat(failure.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
  }

  private static Map<String, Kept> onTheBroker(KafkaConfig config) throws Exception {
    try (Admin admin = Admin.create(config.with(Map.of()))) {
      Map<String, TopicDescription> topics =
          admin.describeTopics(admin.listTopics().names().get()).allTopicNames().get();
      List<ConfigResource> resources =
          topics.keySet().stream()
              .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
              .toList();
      Map<String, Kept> kept = new HashMap<>();
      admin
          .describeConfigs(resources)
          .all()
          .get()
          .forEach((resource, settings) ->
              kept.put(
                  resource.name(),
                  new Kept(
                      Objects.requireNonNull(topics.get(resource.name())).partitions().size(),
                      settings.get("cleanup.policy").value(),
                      settings.get("retention.ms").value(),
                      settings.get("min.cleanable.dirty.ratio").value(),
                      settings.get("segment.bytes").value())));
      return kept;
    }
  }

  private static KafkaConfig config(EmbeddedBroker broker, int partitions) throws IOException {
    return new KafkaConfig(
        broker.bootstrap(), "t.", partitions, (short) 1, broker.client(ClientFiles.ADMIN));
  }
}
