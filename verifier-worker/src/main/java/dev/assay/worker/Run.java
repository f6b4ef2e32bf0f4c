package dev.assay.worker;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.core.nocopy.NoCopyGate;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.Verifier;
import dev.assay.worker.ScratchQuota.QuotaExceededException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one verification and makes its finding a report. */
final class Run {

  /** A report with what stays outside it. */
  record Finished(VerificationReport report, Finding finding) {}

  private static final Logger LOG = LoggerFactory.getLogger(Run.class);

  private final ArtifactStore artifacts;
  private final Path scratchDirectory;
  private final ScratchQuota quota;

  Run(ArtifactStore artifacts, Path scratchDirectory, ScratchQuota quota) {
    this.artifacts = artifacts;
    this.scratchDirectory = scratchDirectory;
    this.quota = quota;
  }

  /**
   * The report of {@code verifier} about {@code request}.
   *
   * @param readNanos is added what the store takes to give the artifacts
   * @throws DependencyUnavailableException when the surroundings failed; the run may be repeated
   * @throws IOException never another one: a repeat would end the same
   * @throws VerifierFailedException when the verifier is broken
   */
  Finished of(
      Verifier verifier, VerificationRequest request, long budgetMillis, AtomicLong readNanos)
      throws IOException, InterruptedException {
    try (RunScope scope =
        new RunScope(
            artifacts, request.artifacts(), scratchDirectory, quota, budgetMillis, readNanos)) {
      Finding finding = withinQuota(verifier, request, scope);
      if (finding.result() == Result.PASS) {
        scope.requireWhole();
      }
      return withoutCopies(scope, request, finished(verifier.info().version(), request, finding));
    } catch (DigestMismatchException | TamperedArtifactException _) {
      return finished(verifier.info().version(), request, tampered());
    } catch (OtherSizeException _) {
      return finished(
          verifier.info().version(),
          request,
          inconclusive(
              ErrorCode.ARTIFACT_SIZE_MISMATCH,
              "an artifact of the request has another size than the execution says",
              Hyperthesis.Why.MISSING_DATA,
              Risk.HIGH));
    } catch (ArtifactUnusableException e) {
      return finished(verifier.info().version(), request, unusable(verifier.info().type(), e));
    } catch (QuotaExceededException e) {
      return finished(
          verifier.info().version(),
          request,
          inconclusive(e.code(), e.what(), Hyperthesis.Why.COST, Risk.HIGH));
    } catch (NotAllowedHereException e) {
      return finished(
          verifier.info().version(),
          request,
          inconclusive(
              ErrorCode.NOT_ALLOWED_HERE, e.what(), Hyperthesis.Why.PERMISSION, Risk.HIGH));
    } catch (NoSuchArtifactException _) {
      return finished(
          verifier.info().version(),
          request,
          inconclusive(
              ErrorCode.ARTIFACT_MISSING,
              "an artifact of the request is not in the object store",
              Hyperthesis.Why.MISSING_DATA,
              Risk.HIGH));
    } catch (RejectedException e) {
      return finished(
          verifier.info().version(),
          request,
          inconclusive(
              ErrorCode.REPORT_REFUSED,
              "the verifier's finding was out of bounds: " + e.rejection().code(),
              Hyperthesis.Why.MISSING_TOOL,
              Risk.HIGH));
    }
  }

  /** However a run ends that had more in its scratch directory than allowed, that is why. */
  private static Finding withinQuota(Verifier verifier, VerificationRequest request, RunScope scope)
      throws IOException, InterruptedException {
    Finding finding;
    try {
      finding = found(verifier, request, scope);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (!scope.endsOverfull()) {
        throw e;
      }
      LOG.atDebug()
          .setCause(VerifierFailedException.withoutMessages(e))
          .log("a run was ended because of its scratch directory");
      return overfull();
    }
    return scope.endsOverfull() ? overfull() : finding;
  }

  private static Finding overfull() {
    return inconclusive(
        ErrorCode.SCRATCH_EXCEEDED,
        "the run wrote more files or bytes into its scratch directory than a run may",
        Hyperthesis.Why.COST,
        Risk.HIGH);
  }

  /** Tells a broken verifier from surroundings that failed, however it words them. */
  private static Finding found(Verifier verifier, VerificationRequest request, RunScope scope)
      throws IOException, InterruptedException {
    try {
      return Objects.requireNonNull(verifier.verify(request, scope), "expected a finding");
    } catch (IOException | UncheckedIOException e) {
      return ended(verifier, request, e);
    } catch (RejectedException | NotAllowedHereException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new VerifierFailedException(e);
    }
  }

  /**
   * What an {@link IOException} of a verifier means: what the scope threw, however parsers dressed
   * it; the end of the run; or else bytes that the verifier cannot cope with, which are the same
   * the next time.
   */
  private static Finding ended(Verifier verifier, VerificationRequest request, Exception thrown)
      throws IOException, InterruptedException {
    Optional<IOException> ofScope = RunScope.thrownByScope(thrown);
    if (ofScope.isPresent()) {
      throw ofScope.get();
    }
    if (Thread.currentThread().isInterrupted()
        || isOfInterrupt(thrown)
        || isOfInterrupt(thrown.getCause())) {
      throw Deadline.interrupted(thrown);
    }
    LOG.atWarn()
        .addKeyValue("request_id", request.requestId())
        .addKeyValue("verifier", verifier.info().type())
        .setCause(VerifierFailedException.withoutMessages(thrown))
        .log("a verifier gave up on its input without a finding");
    return inconclusive(
        ErrorCode.VERIFIER_FAILED,
        new VerifierFailedException(thrown).detail(),
        Hyperthesis.Why.MISSING_TOOL,
        Risk.HIGH);
  }

  private static boolean isOfInterrupt(@Nullable Throwable thrown) {
    return thrown instanceof ClosedByInterruptException || thrown instanceof InterruptedIOException;
  }

  /** Refuses a report that shares a long run of text with an artifact (green-threads 9). */
  private static Finished withoutCopies(
      RunScope scope, VerificationRequest request, Finished finished) throws IOException {
    NoCopyGate gate = NoCopyGate.of(finished.report());
    if (!gate.needsArtifact()) {
      return finished;
    }
    byte[] chunk = new byte[WorkerLimits.CHUNK_BYTES];
    for (ArtifactRef artifact : request.artifacts()) {
      NoCopyGate reading = NoCopyGate.of(finished.report());
      try (InputStream in = scope.openForRun(artifact)) {
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          reading.accept(chunk, 0, n);
        }
      }
      if (reading.finish().isPresent()) {
        return finished(
            finished.report().verifierVersion(),
            request,
            inconclusive(
                ErrorCode.NO_COPY_VIOLATION,
                "the verifier's report pasted its artifact instead of pointing to it",
                Hyperthesis.Why.MISSING_TOOL,
                Risk.HIGH));
      }
    }
    return finished;
  }

  static Finished finished(String version, VerificationRequest request, Finding finding) {
    return new Finished(
        finding.report(
            request.verifierType(),
            version,
            new ReportTarget(
                request.workItem(),
                request.target() == null ? null : request.target().commit(),
                request.target() == null ? List.of() : request.target().files())),
        finding);
  }

  /** A finding about the run itself, never about what it should have judged. */
  static Finding inconclusive(ErrorCode code, String summary, Hyperthesis.Why why, Risk risk) {
    return Finding.aboutRun(code, summary, why, risk, "repair the verification and run it again");
  }

  /** A finding about an artifact of which nothing can be said. */
  private static Finding unusable(String type, ArtifactUnusableException e) {
    return Finding.of(
        Result.INCONCLUSIVE,
        List.of(FailureSignature.named(type, e.code())),
        e.summary(),
        List.of("repair the artifact and send it again"),
        0,
        List.of(
            new Hyperthesis(
                "everything this verifier would have checked",
                Hyperthesis.Why.MISSING_DATA,
                Risk.HIGH,
                e.summary())),
        List.of());
  }

  private static Finding tampered() {
    return Finding.of(
        Result.FAIL,
        List.of(signature(ErrorCode.ARTIFACT_TAMPERED)),
        "the artifact's bytes are not those that its digest names",
        List.of("treat the object store as compromised and upload the artifact again"),
        1,
        List.of(
            new Hyperthesis(
                "who changed the object, and what else they changed",
                Hyperthesis.Why.ADVERSARY,
                Risk.HIGH,
                "every read is hashed again")),
        List.of());
  }

  private static FailureSignature signature(ErrorCode code) {
    return FailureSignature.named(Finding.ABOUT_RUN, code.name());
  }

  /** An artifact has more or fewer bytes than the execution says. */
  static final class OtherSizeException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    OtherSizeException(ArtifactRef stated, long found) {
      super(
          "expected "
              + stated.size()
              + " bytes of artifact "
              + stated.sha256()
              + ", found "
              + found);
    }
  }
}
