package dev.assay.runtime.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up share groups, and opens their consumers with explicit acknowledgement. */
final class ShareConsumers {

  private static final Logger LOG = LoggerFactory.getLogger(ShareConsumers.class);

  private ShareConsumers() {}

  /**
   * Sets a queue's group up, with as many deliveries of a record as the brokers allow.
   *
   * @return the deliveries after which a record has to become a dead letter
   */
  static int configureGroup(KafkaConfig kafka, WorkQueueConfig queue) throws InterruptedException {
    String group = kafka.prefixed(queue.group());
    try {
      Topics.configureShareGroup(
          kafka, group, queue.groupSettings(WorkQueueConfig.BROKER_DELIVERIES_MAX));
      return WorkQueueConfig.DELIVERIES_MAX;
    } catch (TransientException e) {
      if (!(e.getCause() instanceof InvalidConfigurationException)) {
        throw e;
      }
      LOG.atInfo()
          .addKeyValue("group", group)
          .addKeyValue("deliveries", WorkQueueConfig.BROKER_DELIVERIES_DEFAULT)
          .log(
              "the brokers allow few deliveries of a record; set their"
                  + " group.share.max.delivery.count.limit to "
                  + WorkQueueConfig.BROKER_DELIVERIES_MAX);
      Topics.configureShareGroup(
          kafka, group, queue.groupSettings(WorkQueueConfig.BROKER_DELIVERIES_DEFAULT));
      return WorkQueueConfig.BROKER_DELIVERIES_DEFAULT - WorkQueueConfig.DELIVERIES_SHORT;
    }
  }

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
