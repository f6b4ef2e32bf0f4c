package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Runs one verification as a worker does, apart from any queue; a replay compares reports so. */
public final class Rerun {

  private final Run run;

  /**
   * Reruns over {@code artifacts}, which also gets what a verifier stores.
   *
   * @param scratchDirectory where runs have their files while they last
   */
  public Rerun(ArtifactStore artifacts, Path scratchDirectory) {
    this.run = new Run(artifacts, scratchDirectory, ScratchQuota.DEFAULT);
  }

  /**
   * The report of {@code verifier} about {@code request}.
   *
   * @param budgetMillis wall-clock allowance, in place of the request's own
   * @throws IOException when the artifacts cannot be read
   * @throws InterruptedException when the budget is over
   */
  public VerificationReport of(Verifier verifier, VerificationRequest request, long budgetMillis)
      throws IOException, InterruptedException {
    return run.of(verifier, request, budgetMillis, new AtomicLong()).report();
  }

  /** Whether {@code report} is about its run, such as a deadline, and not about the artifact. */
  public static boolean aboutTheRun(VerificationReport report) {
    return report.failureSignatures().stream()
        .anyMatch(signature -> signature.kind().equals(Finding.ABOUT_RUN));
  }
}
