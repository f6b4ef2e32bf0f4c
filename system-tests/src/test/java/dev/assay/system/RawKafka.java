package dev.assay.system;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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

  static RawKafka measure(String bootstrap) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      var _ = admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1))).all().get();
    }
    long begin = System.nanoTime();
    produce(bootstrap);
    long produced = System.nanoTime();
    consume(bootstrap);
    long consumed = System.nanoTime();
    return new RawKafka(RECORDS * 1e9 / (produced - begin), RECORDS * 1e9 / (consumed - produced));
  }

  private static void produce(String bootstrap) {
    byte[] value = new byte[RECORD_BYTES];
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "acks", "all", "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        var _ = producer.send(new ProducerRecord<>(TOPIC, value));
      }
      producer.flush();
    }
  }

  private static void consume(String bootstrap) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap, "max.poll.records", 2_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          IntStream.range(0, PARTITIONS).mapToObj(p -> new TopicPartition(TOPIC, p)).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      int seen = 0;
      while (seen < RECORDS) {
        seen += consumer.poll(Duration.ofSeconds(1)).count();
      }
    }
  }
}
