package dev.assay.worker;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.TailFeed;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.VerifierErrorRates;
import dev.assay.schemas.topic.Topic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The error rates that the canaries have measured so far, as every worker sees them. */
final class KnownRates {

  private final Map<String, VerifierErrorRates> rates = new ConcurrentHashMap<>();

  /** The feed that keeps the rates current. */
  TailFeed feed(KafkaConfig kafka) {
    return new TailFeed(
        kafka,
        Topic.CANARY_RATES.name(),
        WorkerLimits.RATE_RECORDS_MAX,
        TailFeed.PATIENT,
        this::accept);
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) {
    if (Topic.CANARY_RATES.codec().decode(record.value())
        instanceof Parsed.Accepted<CanaryRates>(CanaryRates known)) {
      rates.put(known.key(), known.rates());
    }
  }

  /** The rates of one version of a verifier, or null when none were measured. */
  @Nullable VerifierErrorRates of(String verifierType, String verifierVersion) {
    return rates.get(CanaryRates.key(verifierType, verifierVersion));
  }
}
