package dev.assay.director;

import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the times of the records that the director writes, its changelogs included, from running
 * ahead of the clock. They are those of the records they follow from, and a broker refuses what is
 * more than an hour ahead of it ({@code message.timestamp.after.max.ms}): after the clock was set
 * back, nothing could be written until it had caught up. The times that messages carry, and with
 * them every id, stay those of the facts.
 */
public final class BrokerTimes implements ProducerInterceptor<byte[], byte[]> {

  private final InstantSource clock;

  /** As Kafka makes it, with the system's clock. */
  public BrokerTimes() {
    this(InstantSource.system());
  }

  BrokerTimes(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
    long now = clock.millis();
    Long time = record.timestamp();
    return time == null || time <= now
        ? record
        : new ProducerRecord<>(
            record.topic(),
            record.partition(),
            now,
            record.key(),
            record.value(),
            record.headers());
  }

  @Override
  public void onAcknowledgement(RecordMetadata metadata, @Nullable Exception failure) {
    // Kafka Streams hears of it itself.
  }

  @Override
  public void configure(Map<String, ?> configs) {
    // It has no settings.
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}
