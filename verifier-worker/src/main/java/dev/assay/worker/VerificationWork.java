package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.runtime.kafka.WorkQueue.Delivery;
import dev.assay.runtime.kafka.WorkQueue.Disposition;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.runtime.trace.Stage;
import dev.assay.runtime.trace.Stages;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Outage;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker does with a request: run the verifier, store the report, send it, and only then
 * call the record done. Whatever happens, each request ends in a report or comes again.
 */
final class VerificationWork implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(VerificationWork.class);

  private final WorkerConfig config;
  private final Verifiers verifiers;
  private final ArtifactStore artifacts;
  private final MessageProducer producer;
  private final WorkerMetrics metrics;
  private final Refusals refusals;
  private final Stages stages;
  private final KnownRates rates;
  private final Run run;
  private final Outage outage = new Outage();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("run-deadlines").factory());

  VerificationWork(
      WorkerConfig config,
      Verifiers verifiers,
      ArtifactStore artifacts,
      MessageProducer producer,
      WorkerMetrics metrics,
      Refusals refusals,
      Stages stages,
      KnownRates rates) {
    this.config = config;
    this.verifiers = verifiers;
    this.artifacts = artifacts;
    this.producer = producer;
    this.metrics = metrics;
    this.refusals = refusals;
    this.stages = stages;
    this.rates = rates;
    this.run = new Run(artifacts, config.scratchDirectory());
  }

  /**
   * A request from the pool for fast work; the queue cuts it off when it overruns. One that comes
   * again goes to the pool for long work, where nobody shares its fate: what stopped the batch may
   * have been this request or a neighbour.
   */
  Disposition fast(Delivery delivery) throws InterruptedException {
    return delivery.deliveries() > 1 ? handOver(delivery) : work(delivery, false);
  }

  /** A request from the pool for long work; its own budget cuts it off. */
  Disposition slow(Delivery delivery) throws InterruptedException {
    return work(delivery, true);
  }

  /** Gives a request that overran to the pool for long work. */
  Disposition handOver(Delivery delivery) throws InterruptedException {
    return switch (Topic.VERIFICATIONS.codec().decode(delivery.value())) {
      case Parsed.Rejected<VerificationRequest>(Rejection rejection) ->
          refuse(delivery, rejection, null);
      case Parsed.Accepted<VerificationRequest>(VerificationRequest request) -> {
        metrics.handedOver();
        MessageProducer.acknowledged(producer.send(Topic.VERIFICATIONS_LONG, null, request));
        yield Disposition.DONE;
      }
    };
  }

  private Disposition work(Delivery delivery, boolean slow) throws InterruptedException {
    return switch (Topic.VERIFICATIONS.codec().decode(delivery.value())) {
      case Parsed.Rejected<VerificationRequest>(Rejection rejection) ->
          refuse(delivery, rejection, null);
      case Parsed.Accepted<VerificationRequest>(VerificationRequest request) -> {
        try {
          Disposition done =
              delivery.deliveries() > WorkQueueConfig.RUNS_MAX
                  ? exhausted(delivery, request)
                  : attempt(delivery, request, slow);
          worked();
          yield done;
        } catch (TransientException e) {
          yield later(delivery, request, slow, e);
        }
      }
    };
  }

  /** Runs a request; a verifier that breaks in its last run, too, ends it. */
  private Disposition attempt(Delivery delivery, VerificationRequest request, boolean slow)
      throws InterruptedException {
    try {
      return verify(request, slow);
    } catch (VerifierFailedException e) {
      if (Thread.interrupted()) { // the queue cut the run off, however the verifier took it
        InterruptedException stopped = new InterruptedException("interrupted while verifying");
        stopped.initCause(e);
        throw stopped;
      }
      if (!slow || delivery.deliveries() < WorkQueueConfig.RUNS_MAX) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("request_id", request.requestId())
          .addKeyValue("verifier", request.verifierType())
          .setCause(e)
          .log("a verifier failed in each of its runs");
      return undecided(delivery, request, ErrorCode.VERIFIER_FAILED, e.detail(), e.detail());
    }
  }

  private void worked() {
    long failed = outage.ends();
    if (failed > 0) {
      LOG.atInfo().addKeyValue("put_off", failed).log("the surroundings work again");
    }
  }

  /**
   * Puts off a request whose surroundings failed. The broker drops a record without a word after
   * some deliveries, so before that it goes to the end of its queue as a new one: an outage may
   * last as long as it wants and no request is lost.
   */
  private Disposition later(
      Delivery delivery, VerificationRequest request, boolean slow, TransientException cause)
      throws InterruptedException {
    if (outage.begins()) {
      LOG.atWarn()
          .addKeyValue("request_id", request.requestId())
          .addKeyValue("deliveries", delivery.deliveries())
          .setCause(cause)
          .log("the surroundings failed; requests are put off, counted until one works");
    }
    Thread.sleep(WorkerLimits.OUTAGE_PAUSE);
    if (delivery.deliveries() < WorkQueueConfig.RUNS_MAX) {
      return Disposition.AGAIN;
    }
    MessageProducer.acknowledged(
        producer.send(slow ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS, null, request));
    return Disposition.DONE;
  }

  private Disposition verify(VerificationRequest request, boolean slow)
      throws InterruptedException {
    try (Stage stage = stages.begin("assay.verify", request.traceparent(), request.eventKey())) {
      var _ =
          stage
              .with("assay.work_item", request.workItem())
              .with("assay.attempt", request.attempt())
              .with("assay.verifier", request.verifierType());
      try {
        return verify(request, slow, stage);
      } catch (RuntimeException | InterruptedException e) {
        stage.failed(e);
        throw e;
      }
    }
  }

  private Disposition verify(VerificationRequest request, boolean slow, Stage stage)
      throws InterruptedException {
    Optional<Verifier> verifier = verifiers.find(request.verifierType());
    long started = System.nanoTime();
    Instant startedAt = Instant.now();
    Run.Finished finished;
    if (verifier.isEmpty()) {
      finished =
          Run.finished(
              VerificationReport.NO_VERIFIER_VERSION,
              request,
              Run.inconclusive(
                  ErrorCode.UNKNOWN_VERIFIER,
                  "no worker here has this verifier",
                  Hyperthesis.Why.MISSING_TOOL,
                  Risk.HIGH));
    } else {
      try {
        finished = bounded(verifier.get(), request, slow);
      } catch (IOException e) {
        if (Thread.interrupted()) { // the queue cut the run off, however the store words it
          InterruptedException stopped = new InterruptedException("interrupted while reading");
          stopped.initCause(e);
          throw stopped;
        }
        throw new TransientException("expected the object store to answer", e);
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    metrics.finished(request.verifierType(), finished.report().result(), took);
    var _ = stage.with("assay.result", finished.report().result().name());
    send(request, finished, startedAt, took);
    return Disposition.DONE;
  }

  private Run.Finished bounded(Verifier verifier, VerificationRequest request, boolean slow)
      throws IOException, InterruptedException {
    if (!slow) {
      return run.of(
          verifier, request, Math.min(allowedMillis(request), WorkerLimits.FAST_MILLIS_MAX));
    }
    long budgetMillis =
        verifier.info().pace() == VerifierInfo.Pace.FAST
            ? WorkerLimits.TAKEN_OVER_MILLIS_MAX
            : allowedMillis(request);
    try (Deadline deadline = new Deadline(deadlines, budgetMillis)) {
      try {
        return run.of(verifier, request, budgetMillis);
      } catch (IOException | InterruptedException | RuntimeException e) {
        if (!deadline.isOver()) {
          throw e;
        }
        return Run.finished(
            verifier.info().version(),
            request,
            Run.inconclusive(
                ErrorCode.VERIFIER_TIMEOUT,
                "the verifier did not finish within " + budgetMillis + " ms",
                Hyperthesis.Why.COST,
                Risk.MEDIUM));
      }
    }
  }

  private long allowedMillis(VerificationRequest request) {
    return Math.min(request.budgetMillis(), config.budgetMillisMax());
  }

  private void send(
      VerificationRequest request, Run.Finished finished, Instant startedAt, Duration took)
      throws InterruptedException {
    byte[] report = Json.canonical(finished.report());
    String digest = stored(report);
    MessageProducer.acknowledged(
        producer.send(
            Topic.REPORTS,
            request.workItem(),
            new ReportMessage(
                request.requestId(),
                request.workItem(),
                request.eventKey(),
                request.planId(),
                request.attempt(),
                finished.report(),
                digest,
                Digests.sha256Hex(request.config()),
                finished.finding().commandDigest(),
                finished.finding().environmentDigest(),
                finished.finding().isolation(),
                request.artifacts(),
                request.lens(),
                Times.text(startedAt),
                took.toMillis(),
                config.name(),
                rates.of(request.verifierType(), finished.report().verifierVersion())),
            request.traceparent()));
  }

  private String stored(byte[] report) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return artifacts.putDerived(report, "application/json");
      } catch (IOException e) {
        if (attempt == WorkerLimits.STORE_TRIES_MAX) {
          throw new TransientException("expected to store a report", e);
        }
        Thread.sleep(WorkerLimits.STORE_PAUSE.multipliedBy(attempt));
      }
    }
  }

  /** Ends a request whose runs never ended, such as one that crashes its worker. */
  private Disposition exhausted(Delivery delivery, VerificationRequest request)
      throws InterruptedException {
    return undecided(
        delivery,
        request,
        ErrorCode.DELIVERY_EXHAUSTED,
        "expected the run to end within " + WorkQueueConfig.RUNS_MAX + " deliveries",
        "the verification was started again and again and never ended");
  }

  /** Ends a request that nobody can decide: a report and a dead letter. */
  private Disposition undecided(
      Delivery delivery, VerificationRequest request, ErrorCode code, String detail, String summary)
      throws InterruptedException {
    send(
        request,
        Run.finished(
            VerificationReport.NO_VERIFIER_VERSION,
            request,
            Run.inconclusive(code, summary, Hyperthesis.Why.MISSING_TOOL, Risk.HIGH)),
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

  /** Ends the clock of deadlines; to be called when nothing runs any longer. */
  @Override
  public void close() {
    deadlines.shutdownNow();
  }
}
