package dev.assay.worker;

import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.runtime.kafka.WorkQueue.Delivery;
import dev.assay.runtime.kafka.WorkQueue.Disposition;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Outage;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker does with a request: run the verifier, store the report, send it, and only then
 * call the record done. Whatever happens, each request ends in a report, after a bounded number of
 * tries: how many there were travels with its record, and which of them killed a worker is in the
 * {@link RunLedger}.
 */
final class VerificationWork {

  private static final Logger LOG = LoggerFactory.getLogger(VerificationWork.class);

  private final Verification verification;
  private final Reports reports;
  private final MessageProducer producer;
  private final WorkerMetrics metrics;
  private final Refusals refusals;
  private final FairGate gate;
  private final RunLedger ledger;
  private final Outage outage = new Outage();

  VerificationWork(
      Verification verification,
      Reports reports,
      MessageProducer producer,
      WorkerMetrics metrics,
      Refusals refusals,
      FairGate gate,
      RunLedger ledger) {
    this.verification = verification;
    this.reports = reports;
    this.producer = producer;
    this.metrics = metrics;
    this.refusals = refusals;
    this.gate = gate;
    this.ledger = ledger;
  }

  /** What is done with a request that was read. */
  private interface Handling {
    Disposition handle(VerificationRequest request, Tries tries) throws InterruptedException;
  }

  private Disposition read(Delivery delivery, Handling handling) throws InterruptedException {
    return switch (Topic.VERIFICATIONS.codec().decode(delivery.value())) {
      case Parsed.Rejected<VerificationRequest>(Rejection rejection) ->
          refuse(delivery, rejection, null);
      case Parsed.Accepted<VerificationRequest>(VerificationRequest request) ->
          handling.handle(request, Tries.of(delivery.headers()));
    };
  }

  /**
   * A request from the pool for fast work; the queue cuts it off when it overruns. One that comes
   * again goes to the pool for long work, where nobody shares its fate: what stopped the batch may
   * have been this request or a neighbour; unless the whole system was stopped.
   */
  Disposition fast(Delivery delivery) throws InterruptedException {
    return read(
        delivery,
        (request, tries) -> {
          boolean again = delivery.deliveries() > (ledger.forgave() ? WorkQueueConfig.RUNS_MAX : 1);
          if (again || ledger.deaths(RunLedger.subject(request)) > 0) {
            return handOver(request, tries);
          }
          if (!tries.due(System.currentTimeMillis())) {
            return putOff(Topic.VERIFICATIONS, request, tries);
          }
          return attempt(delivery, request, tries, null);
        });
  }

  /** A request from the pool for long work; its own budget cuts it off. */
  Disposition slow(Delivery delivery) throws InterruptedException {
    return read(
        delivery,
        (request, tries) -> {
          int deaths = ledger.deaths(RunLedger.subject(request));
          if (deaths >= WorkerLimits.DEATHS_MAX) {
            return died(delivery, request, deaths);
          }
          if (delivery.deliveries() > 1 && ledger.followsEnd()) {
            // The worker had it in hand when it ended. The broker's count of deliveries, which an
            // end may raise by all lanes, must not add up to a blame, nor to its silent limit.
            return again(Topic.VERIFICATIONS_LONG, request, tries);
          }
          if (deaths == 0 && delivery.exhausted()) {
            return exhausted(delivery, request);
          }
          if (!tries.due(System.currentTimeMillis())) {
            return putOff(Topic.VERIFICATIONS_LONG, request, tries);
          }
          FairGate.Pass pass =
              deaths > 0
                  ? gate.alone(WorkerLimits.ALONE_WAIT)
                  : gate.lane(Sender.of(request.workItem()));
          return pass == null
              ? putOff(Topic.VERIFICATIONS_LONG, request, tries)
              : attempt(delivery, request, tries, pass);
        });
  }

  /** Gives a request that overran to the pool for long work. */
  Disposition handOver(Delivery delivery) throws InterruptedException {
    return read(delivery, this::handOver);
  }

  private Disposition handOver(VerificationRequest request, Tries tries)
      throws InterruptedException {
    metrics.handedOver();
    return again(Topic.VERIFICATIONS_LONG, request, tries);
  }

  /** Puts a long request that the end of this worker cut short back, as if it had not begun. */
  Disposition giveBack(Delivery delivery) throws InterruptedException {
    return read(delivery, (request, tries) -> again(Topic.VERIFICATIONS_LONG, request, tries));
  }

  /** Lets others pass: the request goes to the end of its queue, and no try is counted. */
  private Disposition putOff(
      Topic<VerificationRequest> topic, VerificationRequest request, Tries tries)
      throws InterruptedException {
    metrics.putOff();
    Thread.sleep(WorkerLimits.PUT_OFF_PAUSE);
    try {
      return again(topic, request, tries);
    } catch (TransientException e) {
      LOG.atDebug().setCause(e).log("a request could not be put off and comes again");
      return Disposition.RELEASE;
    }
  }

  private Disposition again(
      Topic<VerificationRequest> topic, VerificationRequest request, Tries tries)
      throws InterruptedException {
    MessageProducer.acknowledged(producer.send(topic, null, request, tries.headers()));
    return Disposition.DONE;
  }

  private Disposition attempt(
      Delivery delivery, VerificationRequest request, Tries tries, FairGate.@Nullable Pass lane)
      throws InterruptedException {
    boolean ran;
    try {
      ran = verification.of(request, lane, () -> begins(delivery, request));
    } catch (VerifierFailedException e) {
      return failed(delivery, request, tries.afterFailure(), e);
    } catch (TransientException e) {
      Tries after = tries.afterOutage(System.currentTimeMillis());
      return later(delivery, request, after, lane != null, e);
    } finally {
      if (lane != null) {
        lane.giveBack();
      }
    }
    if (!ran) {
      return putOff(Topic.VERIFICATIONS, request, tries);
    }
    worked();
    return Disposition.DONE;
  }

  private void begins(Delivery delivery, VerificationRequest request) {
    metrics.begins(request, delivery.timestampMillis());
    producer.late(System.currentTimeMillis() - delivery.timestampMillis());
  }

  private void worked() {
    long failed = outage.ends();
    if (failed > 0) {
      LOG.atInfo().addKeyValue("put_off", failed).log("the surroundings work again");
    }
  }

  private Disposition failed(
      Delivery delivery, VerificationRequest request, Tries tries, VerifierFailedException e)
      throws InterruptedException {
    LOG.atWarn()
        .addKeyValue("request_id", request.requestId())
        .addKeyValue("verifier", request.verifierType())
        .addKeyValue("failures", tries.failures())
        .setCause(VerifierFailedException.withoutMessages(e))
        .log("a verifier failed");
    if (tries.failures() < WorkQueueConfig.RUNS_MAX) {
      return again(Topic.VERIFICATIONS_LONG, request, tries);
    }
    return undecided(delivery, request, ErrorCode.VERIFIER_FAILED, e.detail(), e.detail());
  }

  /**
   * Puts off a request whose surroundings failed, to the end of its queue, with what is known of
   * its tries; the last of them ends it.
   */
  private Disposition later(
      Delivery delivery,
      VerificationRequest request,
      Tries tries,
      boolean slow,
      TransientException cause)
      throws InterruptedException {
    if (outage.begins()) {
      LOG.atWarn()
          .addKeyValue("request_id", request.requestId())
          .addKeyValue("outages", tries.outages())
          .setCause(cause)
          .log("the surroundings failed; requests are put off, counted until one works");
    }
    try {
      if (tries.outages() >= WorkerLimits.OUTAGE_TRIES_MAX) {
        return undecided(
            delivery,
            request,
            ErrorCode.DEPENDENCY_UNAVAILABLE,
            "expected an answer within " + WorkerLimits.OUTAGE_TRIES_MAX + " tries",
            "what the verification depends on did not answer in any of its tries");
      }
      return again(slow ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS, request, tries);
    } catch (TransientException e) {
      LOG.atDebug().setCause(e).log("a request could not be put off and comes again");
      return Disposition.RELEASE;
    }
  }

  /** Ends a request that killed its worker again and again. */
  private Disposition died(Delivery delivery, VerificationRequest request, int deaths)
      throws InterruptedException {
    return undecided(
        delivery,
        request,
        ErrorCode.WORKER_DIED,
        "expected the run to end, found that its worker died " + deaths + " times",
        "the verification ended its worker's process each time it ran");
  }

  /** Ends a request whose runs never ended, such as one that crashes workers elsewhere. */
  private Disposition exhausted(Delivery delivery, VerificationRequest request)
      throws InterruptedException {
    return undecided(
        delivery,
        request,
        ErrorCode.DELIVERY_EXHAUSTED,
        "expected the run to end, found " + delivery.deliveries() + " deliveries",
        "the verification was started again and again and never ended");
  }

  /** Ends a request that nobody can decide: a report and a dead letter. */
  private Disposition undecided(
      Delivery delivery, VerificationRequest request, ErrorCode code, String detail, String summary)
      throws InterruptedException {
    reports.send(
        request,
        Run.finished(
            VerificationReport.NO_VERIFIER_VERSION,
            request,
            Run.inconclusive(code, summary, Hyperthesis.Why.MISSING_TOOL, Risk.HIGH)),
        EvidenceBasis.CLAIMED,
        Instant.now(),
        Duration.ZERO);
    return refuse(delivery, Rejection.of(code, detail), request.workItem());
  }

  private Disposition refuse(Delivery delivery, Rejection rejection, @Nullable String workItem)
      throws InterruptedException {
    byte[] value = delivery.value() == null ? new byte[0] : delivery.value();
    MessageProducer.acknowledged(
        refusals.refuse(
            delivery.topic(), delivery.partition(), delivery.offset(), value, rejection, workItem));
    return Disposition.REFUSED;
  }

  /**
   * Who is behind a request, as far as a worker can tell, so that one leaves others their share.
   */
  static final class Sender {

    private Sender() {}

    /**
     * The fleet that names its work items {@code fleet/…}; of a name without a slash, what comes
     * before the digits at its end, since a flood counts on.
     */
    static String of(String workItem) {
      int slash = workItem.indexOf('/');
      if (slash > 0) {
        return workItem.substring(0, slash);
      }
      int end = workItem.length();
      while (end > 1 && !Character.isLetter(workItem.charAt(end - 1))) {
        end--;
      }
      return workItem.substring(0, end);
    }
  }
}
