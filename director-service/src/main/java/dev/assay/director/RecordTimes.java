package dev.assay.director;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The time of a record; of one that a publisher sent without a time, the newest time seen on its
 * partition, so that no publisher can stop the director with it.
 */
public final class RecordTimes implements TimestampExtractor {

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTimeMillis) {
    return record.timestamp() >= 0 ? record.timestamp() : Math.max(0, partitionTimeMillis);
  }
}
