package dev.assay.delegation;

import dev.assay.core.director.RetryPrompt;
import dev.assay.delegation.Verification.VerifyOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Where a delegation is between its attempts; pure (delegation-verification, "The Ralph loop").
 *
 * <pre>
 *   start ──▶ prompt ──▶ verdict ──passed──▶ Accepted
 *               ▲           │
 *               └──Again────┴──attempts used up──▶ Exhausted
 * </pre>
 *
 * @param attempt the attempt that {@link #prompt} is for, from 1
 * @param attemptsMax attempts altogether
 * @param prompt what the delegate is told now
 */
public record RalphLoop(int attempt, int attemptsMax, String prompt) {

  /** What follows a verdict. */
  public sealed interface Next {

    /** The work happened. */
    record Accepted() implements Next {}

    /** The same delegate is told why it is not done. */
    record Again(RalphLoop loop) implements Next {}

    /** No attempt is left. */
    record Exhausted(int attempts, String lastReason) implements Next {}
  }

  /**
   * The first attempt, whose prompt is the task itself.
   *
   * @param maxVerifyRetries attempts after it; null, zero and less mean {@value
   *     DelegationLimits#RETRIES_DEFAULT}
   */
  public static RalphLoop start(String task, @Nullable Integer maxVerifyRetries) {
    int asked = maxVerifyRetries == null ? 0 : maxVerifyRetries;
    int retries = asked <= 0 ? DelegationLimits.RETRIES_DEFAULT : asked;
    return new RalphLoop(1, Math.min(retries, DelegationLimits.RETRIES_MAX) + 1, task);
  }

  /** What follows this attempt's verdict. */
  public Next after(VerifyOutcome outcome) {
    if (outcome.verified()) {
      return new Next.Accepted();
    }
    String reason = outcome.reason().isEmpty() ? VerifyOutcome.NO_REASON : outcome.reason();
    return attempt < attemptsMax
        ? new Next.Again(new RalphLoop(attempt + 1, attemptsMax, RetryPrompt.of(reason)))
        : new Next.Exhausted(attempt, reason);
  }
}
