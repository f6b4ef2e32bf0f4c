package dev.assay.core.director;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.Cost;
import org.jspecify.annotations.Nullable;

/**
 * What may be used: by a work item altogether, or by it while it stays in one mood.
 *
 * @param attemptsMax attempts that are judged: the iteration budget
 * @param verificationsMax reports: the verification budget
 * @param verifierMillisMax wall-clock time of all verifiers: the time budget
 */
public record Budget(int attemptsMax, int verificationsMax, long verifierMillisMax) {

  /** The most that a policy may set. */
  public static final Budget LARGEST =
      new Budget(Limits.ATTEMPT_MAX, 100_000, 365L * 24 * 60 * 60 * 1_000);

  /** The reason why nothing is left after {@code cost}, or null. */
  @Nullable String exhaustedBy(Cost cost) {
    if (cost.attempts() >= attemptsMax) {
      return Reasons.ITERATION_BUDGET;
    }
    if (cost.verifications() >= verificationsMax) {
      return Reasons.VERIFICATION_BUDGET;
    }
    return cost.verifierMillis() >= verifierMillisMax ? Reasons.TIME_BUDGET : null;
  }
}
