package dev.assay.runtime.kafka;

import dev.assay.runtime.Loop;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Takes records from a share group and runs each on its own virtual thread, at least once, with a
 * bounded number in hand. The two forms are {@link BulkQueue} for work of at most two seconds and
 * {@link LaneQueue} for longer work.
 */
public sealed interface WorkQueue extends Loop permits BulkQueue, LaneQueue {

  /** Records that are being worked on now. */
  int inHand();

  /** Records that will never come again, so far. */
  long finished();

  /** How it works. */
  WorkQueueConfig config();

  /** A record as the worker sees it. */
  final class Delivery {

    private final ConsumerRecord<byte[], byte[]> record;
    private final int deliveriesMax;

    Delivery(ConsumerRecord<byte[], byte[]> record, int deliveriesMax) {
      this.record = record;
      this.deliveriesMax = deliveriesMax;
    }

    public String topic() {
      return record.topic();
    }

    public int partition() {
      return record.partition();
    }

    public long offset() {
      return record.offset();
    }

    /** How often it was handed out, this time included; a lower bound. */
    public int deliveries() {
      return record.deliveryCount().map(Short::intValue).orElse(1);
    }

    /** Whether it was handed out so often that the broker soon drops it without a word. */
    public boolean exhausted() {
      return deliveries() > deliveriesMax;
    }

    /** When it was published, in milliseconds of the publisher's or the broker's clock. */
    public long timestampMillis() {
      return record.timestamp();
    }

    public Headers headers() {
      return record.headers();
    }

    /** The value, null when the record has none; not copied, not to be changed. */
    public byte @Nullable [] value() {
      return record.value();
    }
  }

  /** What became of a record. All of its outputs are acknowledged before this is answered. */
  enum Disposition {
    /** Done; never again. */
    DONE,
    /** Not done; hand it out again. */
    RELEASE,
    /** Kept as a dead letter; never again. */
    REFUSED
  }

  /** What is done with a record. It is called on a virtual thread and may be called twice. */
  @FunctionalInterface
  interface Worker {
    Disposition work(Delivery delivery) throws InterruptedException;
  }
}
