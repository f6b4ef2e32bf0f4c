package dev.assay.store.outgoing;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.schemas.message.Decision;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes CDEvents to their topic, as CloudEvents in the binary mode of their Kafka binding: the
 * context in headers, the whole CDEvent as the value, the work item as the key.
 */
record TopicDelivery(OutgoingSection.Endpoint endpoint, KafkaConfig kafka, MessageProducer producer)
    implements Delivery {

  @Override
  public Ended send(Decision decision, byte[] body) throws InterruptedException {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            kafka.prefixed(Topics.CDEVENTS),
            decision.workItem().getBytes(StandardCharsets.UTF_8),
            body);
    header(record, "content-type", "application/json");
    Map<String, String> attributes = CdEvent.attributes(decision, endpoint.source());
    attributes.forEach((name, value) -> header(record, "ce_" + name, value));
    try {
      MessageProducer.acknowledged(producer.send(record));
      return new Ended(Ended.Kind.TAKEN, "WRITTEN");
    } catch (TransientException _) {
      return new Ended(Ended.Kind.AGAIN, "NOT_WRITTEN");
    }
  }

  private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close();
  }
}
