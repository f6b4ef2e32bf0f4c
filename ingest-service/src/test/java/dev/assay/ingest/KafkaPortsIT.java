package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
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
      KafkaConfig kafka =
          new KafkaConfig(broker.bootstrap(), "t.", 1, (short) 1, broker.client(ClientFiles.ADMIN));
      Topics.ensure(kafka);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              kafka.prefixed(Topic.EXECUTIONS.name()),
              CLOUD_EVENT.getBytes(StandardCharsets.UTF_8));
      record
          .headers()
          .add("content-type", "application/cloudevents+json".getBytes(StandardCharsets.UTF_8));
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              kafka.properties(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
        var _ = producer.send(record).get(30, TimeUnit.SECONDS);
      }
      List<String> remembered = new CopyOnWriteArrayList<>();
      try (MessageProducer producer = new MessageProducer(kafka, "test")) {
        KafkaPorts ports =
            new KafkaPorts(
                kafka,
                producer,
                new IngestSection(10, 100, 100, 100, 1_000L, 100, "traces"),
                PipelineTracer.OFF);

        ports.subscribe(event -> remembered.add(event.id())).close();
      }

      assertThat(remembered).containsExactly("direct-1");
    }
  }
}
