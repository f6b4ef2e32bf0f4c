package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacedProducerIT {

  private static final long WAIT_SECONDS_MAX = 60;

  /** Far longer than any test waits: what arrives was flushed. */
  private static final int NEVER_MILLIS = 600_000;

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;
  private static KafkaConfig kafka;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
    kafka =
        new KafkaConfig(
            broker.bootstrap(), "paced.", 1, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aRecordThatComesAloneWaitsForNoOther() throws Exception {
    try (PacedProducer producer = open("alone")) {
      for (int i = 0; i < 3; i++) {
        var _ = acknowledged(producer.send(record(i)));
      }
    }
  }

  @Test
  void recordsThatComeOneAfterTheOtherGoTogether() throws Exception {
    try (PacedProducer producer = open("many")) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        sent.add(producer.send(record(i)));
      }
      for (Future<RecordMetadata> each : sent) {
        var _ = acknowledged(each);
      }

      assertThat(metric(producer, "records-per-request-avg")).isGreaterThan(10);
    }
  }

  @Test
  void whatIsSentTogetherLeavesWhenAllOfItIsThere() throws Exception {
    try (PacedProducer producer = open("together");
        PacedProducer other = open("other")) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      PacedProducer.together(() -> {
        sent.add(producer.send(record(0)));
        CompletableFuture.runAsync(() -> acknowledgedTimes(other, 3)).join();
        assertThat(sent.getFirst()).isNotDone();
        sent.add(producer.send(record(1)));
      });

      for (Future<RecordMetadata> each : sent) {
        var _ = acknowledged(each);
      }
    }
  }

  private static void acknowledgedTimes(PacedProducer producer, int times) {
    try {
      for (int i = 0; i < times; i++) {
        var _ = acknowledged(producer.send(record(i)));
      }
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void whatWasSentBeforeTheCloseArrives() throws Exception {
    PacedProducer producer = open("closing");
    var _ = acknowledged(producer.send(record(0)));
    Future<RecordMetadata> last = producer.send(record(1));

    producer.close(Duration.ofSeconds(WAIT_SECONDS_MAX));

    assertThat(acknowledged(last).hasOffset()).isTrue();
  }

  private static PacedProducer open(String id) {
    return new PacedProducer(
        kafka.with(
            Map.of(
                ProducerConfig.CLIENT_ID_CONFIG,
                id,
                ProducerConfig.LINGER_MS_CONFIG,
                NEVER_MILLIS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                2 * NEVER_MILLIS,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                KafkaConfig.REQUESTS_UNDER_WAY_MAX)));
  }

  private static ProducerRecord<byte[], byte[]> record(int number) {
    return new ProducerRecord<>(
        kafka.prefixed("executions"), ("record " + number).getBytes(StandardCharsets.UTF_8));
  }

  private static RecordMetadata acknowledged(Future<RecordMetadata> sent) throws Exception {
    return sent.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
  }

  private static double metric(PacedProducer producer, String name) {
    return producer.metrics().entrySet().stream()
        .filter(each -> each.getKey().name().equals(name))
        .filter(each -> each.getKey().group().equals("producer-metrics"))
        .mapToDouble(each -> (Double) each.getValue().metricValue())
        .findFirst()
        .orElseThrow();
  }
}
