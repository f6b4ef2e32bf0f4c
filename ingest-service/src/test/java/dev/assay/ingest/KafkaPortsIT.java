package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.http.ProblemException;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaPortsIT {

  private static final String CLOUD_EVENT =
      """
      {"specversion":"1.0","type":"dev.assay.execution.v1","source":"urn:agent","id":"direct-1",
       "datacontenttype":"application/json",
       "data":{"workItem":"direct/item","run":"r-1","attempt":1,
        "agent":{"fleet":"shop","id":"agent-1"},"artifacts":[]}}
      """;

  @Test
  void anEventThatWasPublishedOnTheTopicAsJsonIsRememberedLikeOneOfOurs(@TempDir Path directory)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig kafka = admin(broker);
      write(kafka, Topic.EXECUTIONS, CLOUD_EVENT);
      List<String> remembered = new CopyOnWriteArrayList<>();
      try (MessageProducer producer = new MessageProducer(kafka, "test")) {
        ports(kafka, producer).subscribe(event -> remembered.add(event.id())).close();
      }

      assertThat(remembered).containsExactly("direct-1");
    }
  }

  @Test
  void ingestsOwnUserMayReadAllThatItFollows(@TempDir Path directory) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig admin = admin(broker);
      CountDownLatch shown = new CountDownLatch(2);
      try (MessageProducer producer = new MessageProducer(admin, "test")) {
        KafkaPorts ports = ports(admin.as(broker.client(Access.INGEST)), producer);
        try (AutoCloseable events = ports.subscribe(_ -> shown.countDown());
            AutoCloseable refusals =
                ports.onRefusal(
                    _ -> {
                      shown.countDown();
                      return false;
                    },
                    _ -> {})) {
          assertThat(List.of(events, refusals)).isNotEmpty();
          write(admin, Topic.EXECUTIONS, CLOUD_EVENT);
          write(admin, Topic.CONTROL_STATE, "a work item");

          assertThat(shown.await(30, TimeUnit.SECONDS)).as("both are shown").isTrue();
          assertThat(ports.problem()).isEmpty();
        }
      }
    }
  }

  @Test
  void aFeedThatItsUserMayNotReadIsAProblemThatNamesTheTopic(@TempDir Path directory)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig admin = admin(broker);
      try (MessageProducer producer = new MessageProducer(admin, "test")) {
        KafkaPorts ports = ports(admin.as(broker.client(Access.STORE)), producer);
        try (AutoCloseable events = ports.subscribe(_ -> {})) {
          assertThat(events).isNotNull();
          long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
          while (ports.problem().isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
          }

          assertThat(ports.problem().orElseThrow())
              .contains("t.executions")
              .contains("assay admin acls");
        }
      }
    }
  }

  @Test
  void whoMayNotReadDeadLettersIsToldWhichSettingNamesAnother(@TempDir Path directory)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0)) {
      KafkaConfig admin = admin(broker);
      write(admin, Topic.DEAD_LETTERS, "a dead letter");
      try (MessageProducer producer = new MessageProducer(admin, "test")) {
        KafkaDeadLetters letters =
            new KafkaDeadLetters(admin.as(broker.client(Access.INGEST)), producer);

        assertThatThrownBy(
                () -> letters.list(new DeadLetters.Wanted(null, null, null, null, null, 10, null)))
            .isInstanceOf(ProblemException.class)
            .hasMessageContaining("ingest.replayer");
      }
    }
  }

  private static KafkaConfig admin(EmbeddedBroker broker) throws Exception {
    KafkaConfig admin =
        new KafkaConfig(broker.bootstrap(), "t.", 1, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(admin);
    Acls.apply(admin);
    return admin;
  }

  private static KafkaPorts ports(KafkaConfig kafka, MessageProducer producer) {
    return new KafkaPorts(
        kafka,
        producer,
        new IngestSection(10, 100, 100, 100, 1_000L, 100, "traces", Map.of()),
        PipelineTracer.OFF);
  }

  private static void write(KafkaConfig kafka, Topic<?> topic, String text) throws Exception {
    byte[] key = "an item".getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            kafka.prefixed(topic.name()), key, text.getBytes(StandardCharsets.UTF_8));
    record
        .headers()
        .add("content-type", "application/cloudevents+json".getBytes(StandardCharsets.UTF_8));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.properties(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      var _ = producer.send(record).get(30, TimeUnit.SECONDS);
    }
  }
}
