package dev.assay.system;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.assay.runtime.kafka.KafkaConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What the same broker does with bare records: the measure beside the pipeline's rate. */
record RawKafka(double producedPerSecond, double consumedPerSecond) {

  static final int RECORDS = 200_000;
  static final int RECORD_BYTES = 1_000;

  private static final String TOPIC = "bench-raw";
  private static final int PARTITIONS = 4;

  static RawKafka measure(KafkaConfig kafka) throws Exception {
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      var _ =
          admin
              .createTopics(List.of(new NewTopic(TOPIC, Optional.of(PARTITIONS), Optional.empty())))
              .all()
              .get();
      awaitLeaders(admin);
    }
    long begin = System.nanoTime();
    produce(kafka);
    long produced = System.nanoTime();
    consume(kafka);
    long consumed = System.nanoTime();
    return new RawKafka(RECORDS * 1e9 / (produced - begin), RECORDS * 1e9 / (consumed - produced));
  }

  /** Until every partition answers: what is sent before may be lost. */
  private static void awaitLeaders(Admin admin) {
    Map<TopicPartition, OffsetSpec> ends =
        partitions().stream().collect(toUnmodifiableMap(identity(), _ -> OffsetSpec.latest()));
    Await.until(
        "every partition of " + TOPIC + " has a leader",
        () -> {
          try {
            var _ = admin.listOffsets(ends).all().get();
            return true;
          } catch (ExecutionException _) {
            return false;
          }
        });
  }

  private static List<TopicPartition> partitions() {
    return IntStream.range(0, PARTITIONS).mapToObj(p -> new TopicPartition(TOPIC, p)).toList();
  }

  private static void produce(KafkaConfig kafka) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    byte[] value = new byte[RECORD_BYTES];
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.with(Map.of("acks", "all", "linger.ms", 5)),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        var _ =
            producer.send(
                new ProducerRecord<>(TOPIC, value),
                (_, e) -> {
                  if (e != null) {
                    failure.set(e);
                  }
                });
      }
      producer.flush();
    }
    if (failure.get() != null) {
      throw new AssertionError("expected the broker to take every record", failure.get());
    }
  }

  private static void consume(KafkaConfig kafka) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of("max.poll.records", 2_000)),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = partitions();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      int seen = 0;
      while (seen < RECORDS) {
        seen += consumer.poll(Duration.ofSeconds(1)).count();
      }
    }
  }
}
