package dev.assay.runtime.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Opens share consumers with explicit acknowledgement. */
final class ShareConsumers {

  private ShareConsumers() {}

  static KafkaShareConsumer<byte[], byte[]> open(
      KafkaConfig kafka, WorkQueueConfig queue, String acquireMode) {
    KafkaShareConsumer<byte[], byte[]> consumer =
        new KafkaShareConsumer<>(
            kafka.with(
                Map.of(
                    ConsumerConfig.GROUP_ID_CONFIG,
                    kafka.prefixed(queue.group()),
                    ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG,
                    "explicit",
                    ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG,
                    acquireMode,
                    ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                    queue.batchRecordsMax())),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(kafka.prefixed(queue.topic())));
    return consumer;
  }
}
