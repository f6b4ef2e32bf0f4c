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
import dev.assay.worker.VerificationWork.Sender;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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
   * Returns when the report is stored and acknowledged, or when there was no turn to run.
   *
   * @param lane the pass of a request in the pool for long work; null for one in that for fast work
   * @param begins called when the run begins, by its thread
   * @return false when it was not run
   * @throws TransientException when the surroundings failed
   * @throws VerifierFailedException when the verifier is broken
   */
  boolean of(VerificationRequest request, FairGate.@Nullable Pass lane, Runnable begins)
      throws InterruptedException {
    try (Span span = tracer.begin("assay.verify", request.traceparent(), request.eventKey())) {
      var _ =
          span.with("assay.work_item", request.workItem())
              .with("assay.attempt", request.attempt())
              .with("assay.verifier", request.verifierType());
      try {
        return verify(request, lane, begins, span);
      } catch (RuntimeException | InterruptedException e) {
        span.failed(e);
        throw e;
      }
    }
  }

  private boolean verify(
      VerificationRequest request, FairGate.@Nullable Pass lane, Runnable begins, Span span)
      throws InterruptedException {
    Optional<Verifier> verifier = verifiers.find(request.verifierType());
    Times times = new Times();
    Run.Finished finished;
    if (verifier.isEmpty()) {
      begins.run();
      times.begin();
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
      Run.Finished found;
      try {
        found = bounded(verifier.get(), request, lane, begins, times);
      } catch (IOException e) {
        throw new TransientException("expected the object store to answer", e);
      }
      if (found == null) {
        return false;
      }
      finished = found;
    }
    Duration took = times.took();
    metrics.finished(request, finished.report().result(), took, times.read.get());
    var _ = span.with("assay.result", finished.report().result().name());
    EvidenceBasis basis =
        verifier
            .map(found -> finished.finding().basisOf(found.info()))
            .orElse(EvidenceBasis.CLAIMED);
    reports.send(request, finished, basis, times.startedAt, took);
    return true;
  }

  /** When a run began and what it took; written by its thread before it ends. */
  private static final class Times {

    private final AtomicLong read = new AtomicLong();
    private Instant startedAt = Instant.EPOCH;
    private long started;

    void begin() {
      startedAt = Instant.now();
      started = System.nanoTime();
    }

    Duration took() {
      return Duration.ofNanos(System.nanoTime() - started);
    }
  }

  /** What is found; null when there was no turn to run. */
  private Run.@Nullable Finished bounded(
      Verifier verifier,
      VerificationRequest request,
      FairGate.@Nullable Pass lane,
      Runnable begins,
      Times times)
      throws IOException, InterruptedException {
    String subject = RunLedger.subject(request);
    if (lane == null) {
      long budgetMillis = Math.min(allowedMillis(request), WorkerLimits.FAST_MILLIS_MAX);
      return threads.fast(
          Sender.of(request.workItem()),
          subject,
          budgetMillis,
          () -> {
            begins.run();
            times.begin();
            return run.of(verifier, request, budgetMillis, times.read);
          });
    }
    long budgetMillis =
        verifier.info().pace() == VerifierInfo.Pace.FAST
            ? WorkerLimits.TAKEN_OVER_MILLIS_MAX
            : allowedMillis(request);
    begins.run();
    times.begin();
    Run.Finished finished =
        threads.slow(
            lane, subject, budgetMillis, () -> run.of(verifier, request, budgetMillis, times.read));
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
