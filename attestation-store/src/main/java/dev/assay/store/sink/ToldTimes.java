package dev.assay.store.sink;

import dev.assay.schemas.Bounded;
import dev.assay.schemas.message.Decision;
import dev.assay.service.HopTimer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How long decisions take from their records until they are told. For one thread. */
final class ToldTimes {

  /** Decisions whose records are remembered; the oldest is forgotten and not measured. */
  static final int REMEMBERED_MAX = 2 * DecisionVisibility.WAITING_MAX;

  private final HopTimer sink;
  private final Map<String, Long> sentMillis = Bounded.map(REMEMBERED_MAX, false);

  /** Nothing came yet. */
  ToldTimes(HopTimer sink) {
    this.sink = sink;
  }

  /** A decision is kept. */
  void kept(ConsumerRecord<byte[], byte[]> record, Decision decision) {
    sentMillis.put(decision.id(), record.timestamp());
  }

  /** Reads show {@code decisions} now. */
  void told(List<Decision> decisions) {
    long now = System.currentTimeMillis();
    for (Decision decision : decisions) {
      Long sent = sentMillis.remove(decision.id());
      if (sent != null) {
        sink.waited(sent, now);
      }
    }
  }
}
