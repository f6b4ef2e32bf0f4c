package dev.assay.system;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads and writes topics as one user of the cluster does. */
final class Records {

  private static final String PREFIX = "assay.";

  private final KafkaConfig kafka;

  Records(String bootstrap, Map<String, String> client) {
    this.kafka = KafkaConfig.embedded(bootstrap, client);
  }

  /** Writes a record and waits until it is acknowledged. */
  void write(Topic<?> topic, String key, byte[] value, Map<String, String> headers)
      throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(PREFIX + topic.name(), key.getBytes(StandardCharsets.UTF_8), value);
    headers.forEach(
        (name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    send(record);
  }

  /** Writes a record on that partition, wherever its key belongs. */
  void writeOn(int partition, Topic<?> topic, String key, byte[] value, Map<String, String> headers)
      throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            PREFIX + topic.name(), partition, key.getBytes(StandardCharsets.UTF_8), value);
    headers.forEach(
        (name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    send(record);
  }

  /** Writes a record of that time, which the topic must accept. */
  void writeAt(Instant time, Topic<?> topic, String key, byte[] value) throws Exception {
    send(
        new ProducerRecord<>(
            PREFIX + topic.name(),
            null,
            time.toEpochMilli(),
            key.getBytes(StandardCharsets.UTF_8),
            value));
  }

  /**
   * Has {@code topic} hold records whose times are ahead of the clock, as those are that were
   * written before it was set back.
   */
  void acceptTimesAhead(Topic<?> topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, PREFIX + topic.name());
    ConfigEntry entry =
        new ConfigEntry("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      var _ =
          admin
              .incrementalAlterConfigs(
                  Map.of(resource, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
              .all()
              .get();
    }
  }

  /** All records of {@code topic} are gone. */
  void lose(Topic<?> topic) throws Exception {
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      Map<String, TopicDescription> described =
          admin
              .describeTopics(List.of(PREFIX + topic.name()))
              .allTopicNames()
              .get(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      described.forEach((name, each) ->
          each.partitions()
              .forEach(partition ->
                  all.put(
                      new TopicPartition(name, partition.partition()),
                      RecordsToDelete.beforeOffset(-1))));
      admin.deleteRecords(all).all().get(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Writes many records, the value of each under its key, and waits until all are acknowledged. */
  void writeAll(Topic<?> topic, Map<String, byte[]> values) throws Exception {
    send(
        values.entrySet().stream()
            .map(each ->
                new ProducerRecord<>(
                    PREFIX + topic.name(),
                    each.getKey().getBytes(StandardCharsets.UTF_8),
                    each.getValue()))
            .toList());
  }

  private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
    send(List.of(record));
  }

  private void send(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", 0)),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
      for (Future<RecordMetadata> each : sent) {
        var _ = each.get(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  /** Every message that is on {@code topic} now. */
  <T> List<T> all(Topic<T> topic) {
    List<T> messages = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : raw(topic)) {
      if (topic.codec().decode(record.value()) instanceof Parsed.Accepted<T>(T message)) {
        messages.add(message);
      }
    }
    return messages;
  }

  /** The dead letter of the record with this content, when it has come. */
  DeadLetter deadLetter(String payloadDigest) {
    return first(
        Topic.DEAD_LETTERS,
        "a dead letter of " + payloadDigest,
        letter -> letter.payloadDigest().equals(payloadDigest));
  }

  /** The first message of {@code topic} that {@code wanted} holds for, when it has come. */
  <T> T first(Topic<T> topic, String claim, Predicate<T> wanted) {
    return Await.value(claim, () -> all(topic).stream().filter(wanted).findFirst());
  }

  /** Every record that is on {@code topic} now, readable or not. */
  List<ConsumerRecord<byte[], byte[]>> raw(Topic<?> topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(PREFIX + topic.name()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < end(ends, p))) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
      return records;
    }
  }

  private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
    return Optional.ofNullable(ends.get(partition)).orElse(0L);
  }
}
