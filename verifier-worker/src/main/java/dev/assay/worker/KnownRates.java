package dev.assay.worker;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.VerifierErrorRates;
import dev.assay.schemas.topic.Topic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The error rates that the canaries have measured so far, as every worker sees them. What cannot be
 * read becomes a dead letter of each worker, at each of its starts while it is on the topic.
 */
final class KnownRates {

  private static final Logger LOG = LoggerFactory.getLogger(KnownRates.class);

  private final Refusals refusals;
  private final Map<String, VerifierErrorRates> rates = new ConcurrentHashMap<>();

  KnownRates(Refusals refusals) {
    this.refusals = refusals;
  }

  /** The feed that keeps the rates current. */
  TopicTail feed(KafkaConfig kafka) {
    return new TopicTail(
        kafka,
        Topic.CANARY_RATES.name(),
        WorkerLimits.RATE_RECORDS_MAX,
        TopicTail.BATCHING_WAIT,
        this::accept);
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return; // a deletion in a compacted topic
    }
    switch (Topic.CANARY_RATES.codec().decode(record.value())) {
      case Parsed.Accepted<CanaryRates>(CanaryRates known) -> rates.put(known.key(), known.rates());
      case Parsed.Rejected<CanaryRates>(Rejection rejection) -> refuse(record, rejection);
    }
  }

  private void refuse(ConsumerRecord<byte[], byte[]> record, Rejection rejection) {
    var _ =
        refusals
            .refuse(
                record.topic(),
                record.partition(),
                record.offset(),
                record.value(),
                rejection,
                null)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                LOG.atWarn().setCause(failure).log("a dead letter was not kept");
              }
            });
  }

  /** The rates of one version of a verifier, or null when none were measured. */
  @Nullable VerifierErrorRates of(String verifierType, String verifierVersion) {
    return rates.get(CanaryRates.key(verifierType, verifierVersion));
  }
}
