package dev.assay.delegation;

import static dev.assay.delegation.DelegationRecording.Outcome.FAILED;
import static dev.assay.delegation.DelegationRecording.Outcome.PASSED;
import static dev.assay.delegation.DelegationRecording.Outcome.SKIPPED;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Runs a delegate until ground truth agrees with it, at most so many times. */
public final class Delegation {

  private final Verification verification;
  private final DelegationEvents events;

  /** A delegation that is checked by {@code verification}. */
  public Delegation(Verification verification, DelegationEvents events) {
    this.verification = verification;
    this.events = events;
  }

  /**
   * The result that was verified.
   *
   * @param attempts how often the delegate was asked
   * @param verified whether anything checked it: with hooks that all abstain, nothing did
   */
  public record Accepted(DelegationResult result, int attempts, boolean verified) {}

  /**
   * Asks the delegate, verifies, and asks it again with the reason while that fails.
   *
   * @throws DelegationException when no attempt passed, a verifier is broken, or the delegate fails
   */
  public Accepted run(DelegationRequest request, Delegate delegate, DelegationRecording recording)
      throws DelegationException, InterruptedException {
    Run run = new Run();
    try {
      Accepted accepted = run(request, delegate, run);
      recording.ended(run.verdicts, accepted.verified() ? PASSED : SKIPPED, null);
      return accepted;
    } catch (DelegationException e) {
      recording.ended(run.verdicts, verification.enabled() ? FAILED : SKIPPED, e);
      throw e;
    }
  }

  /** How far one run has come. */
  private static final class Run {
    private int verdicts;
  }

  private Accepted run(DelegationRequest request, Delegate delegate, Run run)
      throws DelegationException, InterruptedException {
    if (request.depth() >= DelegationLimits.DEPTH_MAX) {
      throw DelegationException.refused(
          "delegation depth limit reached (%d/%d)"
              .formatted(request.depth(), DelegationLimits.DEPTH_MAX),
          0);
    }
    DelegationRequest begun = events.before(request);
    RalphLoop loop = RalphLoop.start(begun.task(), begun.maxVerifyRetries());
    while (true) {
      DelegationResult result = ask(delegate, loop);
      if (!verification.enabled()) {
        return new Accepted(events.after(result, loop.attempt()), loop.attempt(), false);
      }
      run.verdicts++;
      Verification.Judged judged = judge(result, loop);
      switch (loop.after(judged.outcome())) {
        case RalphLoop.Next.Accepted _ -> {
          DelegationResult last = events.after(judged.result(), loop.attempt());
          return new Accepted(last, loop.attempt(), judged.checks() > 0);
        }
        case RalphLoop.Next.Again(RalphLoop again) -> loop = again;
        case RalphLoop.Next.Exhausted(int attempts, String reason) ->
            throw DelegationException.exhausted(attempts, reason);
      }
    }
  }

  private static DelegationResult ask(Delegate delegate, RalphLoop loop)
      throws DelegationException, InterruptedException {
    try {
      return delegate.run(loop.prompt());
    } catch (IOException e) {
      throw DelegationException.delegate(String.valueOf(e.getMessage()), loop.attempt());
    }
  }

  private Verification.Judged judge(DelegationResult result, RalphLoop loop)
      throws DelegationException, InterruptedException {
    try {
      return verification.judge(result);
    } catch (BrokenVerifierException e) {
      throw DelegationException.broken(e, loop.attempt());
    }
  }

  /** One agent that keeps its conversation over all attempts of a delegation. */
  @FunctionalInterface
  public interface Delegate {

    /**
     * Does the work, or does it again, in the same conversation.
     *
     * @throws IOException when the delegate died or answered something else than a result
     */
    DelegationResult run(String prompt) throws IOException, InterruptedException;
  }

  /**
   * One piece of work for a delegate.
   *
   * @param task the first prompt
   * @param kind the delegate's profile, for telemetry
   * @param depth how many delegations enclose this one
   * @param maxVerifyRetries attempts after the first; null, zero and less mean the default
   */
  public record DelegationRequest(
      String task, String kind, int depth, @Nullable Integer maxVerifyRetries) {}
}
