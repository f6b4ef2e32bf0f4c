package dev.assay.director.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.statement.Manifest;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Finds the newest manifest of each partition on the topic of attestations: for partitions whose
 * commit is gone, which Kafka forgets of groups that have not run for a week.
 */
final class LoggedChains {

  /**
   * A partition's newest manifest.
   *
   * @param end where it ends
   */
  record Newest(String id, String time, long end) {

    ChainMark mark() {
      return new ChainMark(id, time, null);
    }
  }

  private LoggedChains() {}

  /** The newest manifest by topic without prefix and partition, {@link Manifest#workItem}. */
  static Map<String, Newest> read(KafkaConfig kafka, AtomicBoolean stopping) {
    Map<String, Newest> found = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(
                Map.of(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, ManifestLimits.FETCH_BYTES_MAX)),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      String topic = kafka.prefixed(Topic.ATTESTATIONS.name());
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!stopping.get()
          && partitions.stream()
              .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer
            .poll(ManifestLimits.POLL_WAIT)
            .forEach(record ->
                manifest(record)
                    .ifPresent(manifest ->
                        found.merge(
                            manifest.workItem(),
                            new Newest(
                                manifest.statement().id(), manifest.time(), manifest.endOffset()),
                            (a, b) -> a.end() >= b.end() ? a : b)));
      }
    }
    return found;
  }

  private static Optional<Manifest> manifest(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    if (key == null
        || !ReservedIds.isManifest(new String(key, StandardCharsets.UTF_8))
        || !(Topic.ATTESTATIONS.codec().decode(record.value())
            instanceof Parsed.Accepted<AttestationMessage>(AttestationMessage message))) {
      return Optional.empty();
    }
    byte[] statement = message.statement().getBytes(StandardCharsets.UTF_8);
    return Digests.sha256Hex(statement).equals(message.id())
            && Json.tree(statement) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            && Manifest.read(tree) instanceof Parsed.Accepted<Manifest>(Manifest manifest)
        ? Optional.of(manifest)
        : Optional.empty();
  }
}
