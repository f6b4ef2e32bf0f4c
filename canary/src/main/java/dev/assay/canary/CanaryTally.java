package dev.assay.canary;

import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerifierErrorRates;
import dev.assay.schemas.topic.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the reports about canaries with the truth and publishes the rates. The truth of a canary
 * is known here only, and only while its report is waited for. Thread-safe.
 */
final class CanaryTally {

  private static final Logger LOG = LoggerFactory.getLogger(CanaryTally.class);

  private record Pending(String verifierType, boolean bad, Instant sent) {}

  private final MessageProducer producer;
  private final CanaryMetrics metrics;
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final Map<String, VerifierErrorRates> rates = new HashMap<>();

  CanaryTally(MessageProducer producer, CanaryMetrics metrics) {
    this.producer = producer;
    this.metrics = metrics;
  }

  /**
   * Takes rates that were published before this process started. What cannot be read is counted;
   * the workers, who read the topic too, make a dead letter of it.
   */
  synchronized void known(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return; // a deletion in a compacted topic
    }
    switch (Topic.CANARY_RATES.codec().decode(record.value())) {
      case Parsed.Accepted<CanaryRates>(CanaryRates known) -> {
        rates.put(known.key(), known.rates());
        metrics.measured(known);
      }
      case Parsed.Rejected<CanaryRates>(Rejection rejection) -> {
        metrics.refused(rejection.code());
        LOG.atWarn()
            .addKeyValue("topic", record.topic())
            .addKeyValue("partition", record.partition())
            .addKeyValue("offset", record.offset())
            .addKeyValue("code", rejection.code())
            .addKeyValue("reason", rejection.detail())
            .log("error rates could not be read; that verifier is measured anew");
      }
    }
  }

  /** Remembers the truth of a canary before it is sent. */
  synchronized void expect(String requestId, String verifierType, boolean bad, Instant now) {
    pending.put(requestId, new Pending(verifierType, bad, now));
    metrics.sent();
    int given = 0;
    Iterator<Pending> oldest = pending.values().iterator();
    while (oldest.hasNext() && givesUp(oldest.next(), now)) {
      oldest.remove();
      given++;
    }
    if (given > 0) {
      metrics.unanswered(given);
      LOG.atWarn()
          .addKeyValue("canaries", given)
          .log("no report came about canaries; check that workers with their verifiers run");
    }
  }

  private boolean givesUp(Pending oldest, Instant now) {
    return pending.size() > CanaryLimits.PENDING_MAX
        || oldest.sent().plus(CanaryLimits.PENDING_TIME_MAX).isBefore(now);
  }

  /** Takes a record of the reports topic. */
  synchronized void report(ConsumerRecord<byte[], byte[]> record) {
    if (pending.isEmpty()) {
      return; // the report is of something else: nearly always, so it is not even decoded
    }
    if (!(Topic.REPORTS.codec().decode(record.value())
        instanceof Parsed.Accepted<ReportMessage>(ReportMessage message))) {
      return;
    }
    if (!ReservedIds.isCanary(message.workItem())) {
      return;
    }
    Pending asked = pending.remove(message.requestId());
    if (asked == null || !asked.verifierType().equals(message.report().verifierType())) {
      return;
    }
    boolean passed = message.report().result() == Result.PASS;
    if (passed == asked.bad()) {
      warn(asked, message);
    }
    String version = message.report().verifierVersion();
    if (version.equals(VerificationReport.NO_VERIFIER_VERSION)) {
      return;
    }
    String key = CanaryRates.key(asked.verifierType(), version);
    VerifierErrorRates after = ErrorRates.after(rates.get(key), asked.bad(), passed);
    rates.put(key, after);
    publish(new CanaryRates(asked.verifierType(), version, after, Times.text(record.timestamp())));
  }

  private void publish(CanaryRates measured) {
    metrics.measured(measured);
    var _ =
        producer
            .send(Topic.CANARY_RATES, measured.key(), measured)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                LOG.atWarn()
                    .setCause(failure)
                    .log("error rates were not published; the next report publishes them again");
              }
            });
  }

  private static void warn(Pending asked, ReportMessage message) {
    LOG.atWarn()
        .addKeyValue("verifier", asked.verifierType())
        .addKeyValue("version", message.report().verifierVersion())
        .addKeyValue("worker", message.worker())
        .addKeyValue("request_id", message.requestId())
        .addKeyValue("result", message.report().result())
        .addKeyValue("report", message.reportDigest())
        .log(
            asked.bad()
                ? "a verifier passed a known-bad artifact: stop this worker, compare its build with"
                    + " the released one, and review what this version passed since it was deployed"
                : "a verifier did not pass a known-good artifact: read the report, then the"
                    + " worker's log");
  }
}
