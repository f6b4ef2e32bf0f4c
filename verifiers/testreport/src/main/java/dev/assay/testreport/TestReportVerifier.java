package dev.assay.testreport;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Re-reads a test or scan report: counts what it tells, compares it with its own totals and with
 * the producer's exit code, and cites failures by byte span. The report is streamed, never held.
 */
public final class TestReportVerifier implements Verifier {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "testreport";

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE,
              "2",
              VerifierInfo.Pace.FAST,
              Set.of(ArtifactRole.TEST_REPORT, ArtifactRole.TEST_LOG, ArtifactRole.SARIF),
              Set.of())
          .thatIsReproducible();

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    TestReportConfig config = TestReportConfig.parse(request.config());
    if (request.artifacts().isEmpty()) {
      throw new IllegalArgumentException(
          "expected the report as the first artifact of the request, found no artifact");
    }
    ArtifactRef artifact = request.artifacts().getFirst();
    Integer exitCode = exitCode(artifact);
    Tally tally = new Tally();
    if (artifact.size() > TestReportLimits.INPUT_BYTES_MAX) {
      tally.inconclusive(InconclusiveReason.TOO_LARGE);
    } else {
      read(artifact, scope, tally, config);
    }
    Finding finding = Judge.judge(tally, artifact.sha256(), exitCode);
    byte[] details = Details.document(tally, finding, artifact, exitCode);
    return finding.withDetails(scope.storeDerived(Details.MEDIA_TYPE, details));
  }

  private static @Nullable Integer exitCode(ArtifactRef artifact) {
    return artifact.producer() == null ? null : artifact.producer().exitCode();
  }

  private static void read(
      ArtifactRef artifact, VerificationScope scope, Tally tally, TestReportConfig config)
      throws IOException, InterruptedException {
    try (CountedInput input = open(artifact, scope)) {
      try {
        Sniffer.Family family = Sniffer.family(input.peek(TestReportLimits.SNIFF_BYTES_MAX));
        dispatch(
            family == Sniffer.Family.LONG_OBJECT ? ofObject(artifact, scope) : family,
            input,
            tally,
            config);
        input.drain();
      } catch (UnreadableReportException stop) {
        tally.inconclusive(stop.reason());
        drainQuietly(input, tally);
      }
    } catch (InterruptedIOException e) {
      InterruptedException interrupted = new InterruptedException(e.getMessage());
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private static CountedInput open(ArtifactRef artifact, VerificationScope scope)
      throws IOException {
    return new CountedInput(
        scope.open(artifact), scope.deadline(), artifact.size(), TestReportLimits.INPUT_BYTES_MAX);
  }

  /** Reads the report once more, since its first bytes do not tell what it is. */
  private static Sniffer.Family ofObject(ArtifactRef artifact, VerificationScope scope)
      throws IOException {
    try (CountedInput input = open(artifact, scope)) {
      Sniffer.Family family = Sniffer.object(new ByteReader(input));
      input.rethrowFailure();
      input.rethrowStop();
      return family;
    }
  }

  /** A report that cannot be believed is still compared with its digest. */
  private static void drainQuietly(CountedInput input, Tally tally) throws IOException {
    try {
      input.drain();
    } catch (UnreadableReportException stop) {
      tally.inconclusive(stop.reason());
    }
  }

  private static void dispatch(
      Sniffer.Family family, CountedInput input, Tally tally, TestReportConfig config)
      throws IOException {
    switch (family) {
      case NOTHING -> tally.inconclusive(InconclusiveReason.EMPTY);
      case XML -> XmlReports.read(input, tally, config);
      case SARIF -> JsonReports.read(input, tally, config, Format.SARIF);
      case CTRF -> JsonReports.read(input, tally, config, Format.CTRF);
      case PROCESS_EXIT -> JsonReports.read(input, tally, config, Format.PROCESS_EXIT);
      case LONG_OBJECT, LINES -> new LogReader(tally).read(input);
      case UNREADABLE -> tally.inconclusive(InconclusiveReason.UNKNOWN_FORMAT);
    }
  }
}
