package dev.assay.worker;

import dev.assay.runtime.kafka.TransientException;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.runtime.trace.PipelineTracer.Span;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** One try of a request: the run, within its time, and its report. */
final class Verification {

  private final Verifiers verifiers;
  private final Run run;
  private final RunThreads threads;
  private final Reports reports;
  private final WorkerMetrics metrics;
  private final PipelineTracer tracer;
  private final long budgetMillisMax;

  /**
   * Verifications of one worker.
   *
   * @param budgetMillisMax what a run may take at most, whatever its request asks for
   */
  Verification(
      Verifiers verifiers,
      Run run,
      RunThreads threads,
      Reports reports,
      WorkerMetrics metrics,
      PipelineTracer tracer,
      long budgetMillisMax) {
    this.budgetMillisMax = budgetMillisMax;
    this.verifiers = verifiers;
    this.run = run;
    this.threads = threads;
    this.reports = reports;
    this.metrics = metrics;
    this.tracer = tracer;
  }

  /**
   * Returns when the report is stored and acknowledged.
   *
   * @param slow whether the request is in the pool for long work
   * @throws TransientException when the surroundings failed
   * @throws VerifierFailedException when the verifier is broken
   */
  void of(VerificationRequest request, FairGate.Pass pass, boolean slow)
      throws InterruptedException {
    try (Span span = tracer.begin("assay.verify", request.traceparent(), request.eventKey())) {
      var _ =
          span.with("assay.work_item", request.workItem())
              .with("assay.attempt", request.attempt())
              .with("assay.verifier", request.verifierType());
      try {
        verify(request, pass, slow, span);
      } catch (RuntimeException | InterruptedException e) {
        span.failed(e);
        throw e;
      }
    }
  }

  private void verify(VerificationRequest request, FairGate.Pass pass, boolean slow, Span span)
      throws InterruptedException {
    Optional<Verifier> verifier = verifiers.find(request.verifierType());
    long started = System.nanoTime();
    Instant startedAt = Instant.now();
    AtomicLong readNanos = new AtomicLong();
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
        finished = bounded(verifier.get(), request, pass, slow, readNanos);
      } catch (IOException e) {
        throw new TransientException("expected the object store to answer", e);
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    metrics.finished(request, finished.report().result(), took, readNanos.get());
    var _ = span.with("assay.result", finished.report().result().name());
    EvidenceBasis basis =
        verifier
            .map(found -> finished.finding().basisOf(found.info()))
            .orElse(EvidenceBasis.CLAIMED);
    reports.send(request, finished, basis, startedAt, took);
  }

  private Run.Finished bounded(
      Verifier verifier,
      VerificationRequest request,
      FairGate.Pass pass,
      boolean slow,
      AtomicLong readNanos)
      throws IOException, InterruptedException {
    String subject = RunLedger.subject(request);
    if (!slow) {
      long budgetMillis = Math.min(allowedMillis(request), WorkerLimits.FAST_MILLIS_MAX);
      return threads.fast(
          pass, subject, budgetMillis, () -> run.of(verifier, request, budgetMillis, readNanos));
    }
    long budgetMillis =
        verifier.info().pace() == VerifierInfo.Pace.FAST
            ? WorkerLimits.TAKEN_OVER_MILLIS_MAX
            : allowedMillis(request);
    Run.Finished finished =
        threads.slow(
            pass, subject, budgetMillis, () -> run.of(verifier, request, budgetMillis, readNanos));
    return finished != null
        ? finished
        : Run.finished(
            verifier.info().version(),
            request,
            Run.inconclusive(
                ErrorCode.VERIFIER_TIMEOUT,
                "the verifier did not finish within " + budgetMillis + " ms",
                Hyperthesis.Why.COST,
                Risk.MEDIUM));
  }

  private long allowedMillis(VerificationRequest request) {
    return Math.min(request.budgetMillis(), budgetMillisMax);
  }
}
