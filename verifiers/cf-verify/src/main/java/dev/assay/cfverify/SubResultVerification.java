package dev.assay.cfverify;

import dev.assay.cfverify.document.SubResult;
import dev.assay.cfverify.document.SubResult.Claim;
import dev.assay.cfverify.document.SubResult.Evidence;
import dev.assay.cfverify.evidence.EvidenceFiles;
import dev.assay.cfverify.evidence.EvidenceLimits;
import dev.assay.cfverify.evidence.Reruns;
import dev.assay.cfverify.judge.ConsistencyJudge;
import dev.assay.schemas.message.Risk;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Verifies a sub-result: samples its claims, verifies each, draws up the report (steps 4 to 7). */
public final class SubResultVerification {

  private static final String AFTER_FAILURE =
      "Rerun /cf-run with stronger evidence requirements for the failed claims, or run cf-critic.";

  private static final String AFTER_NO_CLAIMS =
      "There was no claim to verify: ask for claims with line_range/symbol_range locators.";

  private static final String AFTER_PARTIAL =
      "Use more line_range/symbol_range locators: some sampled claims could not be verified.";

  private final ClaimVerifier claims;

  /**
   * The report and what each sampled claim came to.
   *
   * @param total claims in the document, sampled or not
   */
  public record Outcome(VerifyReport report, List<ClaimOutcome> claims, int total) {

    /** Copies the list. */
    public Outcome {
      claims = List.copyOf(claims);
    }
  }

  /** A verification of evidence in {@code files}, judged by {@code judge}. */
  public SubResultVerification(EvidenceFiles files, ConsistencyJudge judge, Reruns reruns) {
    this.claims = new ClaimVerifier(files, EvidenceLimits.DEFAULT, judge, reruns);
  }

  /**
   * Verifies the first claims of {@code subResult}, as many as the rate of {@code risk} asks for.
   *
   * @param rates rates by risk word that replace the specification's
   * @throws ClosedByInterruptException when the calling thread is interrupted while reading
   */
  public Outcome verify(SubResult subResult, Risk risk, Map<String, BigDecimal> rates)
      throws ClosedByInterruptException {
    int total = subResult.claims().size();
    BigDecimal rate = rates.getOrDefault(risk.wire(), Sampling.rate(risk));
    List<ClaimOutcome> outcomes = new ArrayList<>();
    for (Claim claim : subResult.claims().subList(0, Sampling.count(total, rate))) {
      outcomes.add(claims.verify(claim));
    }
    return new Outcome(report(subResult.taskId(), outcomes), outcomes, total);
  }

  private static VerifyReport report(String taskId, List<ClaimOutcome> outcomes) {
    int passed = 0;
    List<VerifyReport.Failure> failures = new ArrayList<>();
    for (ClaimOutcome outcome : outcomes) {
      switch (outcome) {
        case ClaimOutcome.Passed _ -> passed++;
        case ClaimOutcome.Failed(var claim, var reason, var evidence) ->
            failures.add(new VerifyReport.Failure(claim.id(), reason, evidence.raw()));
        case ClaimOutcome.Unverifiable _ -> {}
      }
    }
    int checked = outcomes.size();
    VerifyReport.Status status = VerifyReport.status(checked, passed, failures.size());
    String recommendation =
        switch (status) {
          case OK -> null;
          case FAILED -> AFTER_FAILURE;
          case PARTIAL -> checked == 0 ? AFTER_NO_CLAIMS : AFTER_PARTIAL;
        };
    return new VerifyReport(
        taskId, status, checked, passed, failures.size(), failures, recommendation);
  }

  /**
   * Chooses how many claims are verified; which ones follows: the first (specification, step 5).
   */
  private static final class Sampling {

    private static final BigDecimal LOW = new BigDecimal("0.05");
    private static final BigDecimal MEDIUM = new BigDecimal("0.15");
    private static final BigDecimal HIGH = new BigDecimal("0.30");

    private Sampling() {}

    /** The specification's share of claims to verify (step 4). */
    static BigDecimal rate(Risk risk) {
      return switch (risk) {
        case LOW -> LOW;
        case MEDIUM -> MEDIUM;
        case HIGH -> HIGH;
      };
    }

    /**
     * ceil(total x rate) in exact decimals, at least 1 unless there is nothing to verify.
     *
     * @param rate from 0 to 1
     */
    static int count(int total, BigDecimal rate) {
      int share =
          BigDecimal.valueOf(total)
              .multiply(rate)
              .setScale(0, RoundingMode.CEILING)
              .intValueExact();
      return total == 0 ? 0 : Math.max(1, share);
    }
  }

  /** What verifying one sampled claim gave. */
  public sealed interface ClaimOutcome {

    /** The claim in question. */
    Claim claim();

    /** At least one evidence item holds. */
    record Passed(Claim claim) implements ClaimOutcome {}

    /** No item holds, and {@code evidence} is the first that fails. */
    record Failed(Claim claim, String reason, Evidence evidence) implements ClaimOutcome {}

    /** No item holds and none fails; {@code reason} is that of the first. */
    record Unverifiable(Claim claim, String reason) implements ClaimOutcome {}
  }
}
