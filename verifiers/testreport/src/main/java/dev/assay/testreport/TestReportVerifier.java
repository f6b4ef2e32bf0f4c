package dev.assay.testreport;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
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
              "4",
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
    Tally tally = Tally.watching(request.expect());
    if (artifact.size() > TestReportLimits.INPUT_BYTES_MAX) {
      tally.inconclusive(InconclusiveReason.TOO_LARGE);
    } else {
      ReportReader.read(
          () -> scope.open(artifact), artifact.size(), scope.deadline(), tally, config);
    }
    Finding finding = Judge.judge(tally, artifact.sha256(), exitCode);
    tellEnd(tally, artifact, finding.result());
    byte[] details = Details.document(tally, finding, artifact, exitCode);
    return finding
        .withDetails(scope.storeDerived(Details.MEDIA_TYPE, details))
        .withTests(tally.outcomes());
  }

  /** Tells how the command ended, where that is known and is not what the tests tell. */
  private static void tellEnd(Tally tally, ArtifactRef artifact, Result result) {
    Integer exitCode = exitCode(artifact);
    String command = artifact.producer() == null ? null : artifact.producer().command();
    boolean recorded = tally.format().kind() == Format.Kind.EXIT;
    if (result == Result.PASS && (recorded || exitCode != null)) {
      tally.ended(command, true);
    } else if (result == Result.FAIL && (recorded || !Judge.failing(tally))) {
      tally.ended(command, false);
    }
  }

  private static @Nullable Integer exitCode(ArtifactRef artifact) {
    return artifact.producer() == null ? null : artifact.producer().exitCode();
  }
}
