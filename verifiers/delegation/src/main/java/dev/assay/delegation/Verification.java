package dev.assay.delegation;

/** Everything one delegation is checked with, run once per attempt. */
public interface Verification {

  /** Whether anything is checked at all. */
  boolean enabled();

  /**
   * Judges one attempt's result against ground truth.
   *
   * @throws BrokenVerifierException when a verifier does not work
   */
  Judged judge(DelegationResult result) throws BrokenVerifierException, InterruptedException;

  /**
   * A verdict, and the result as the verifiers rewrote it.
   *
   * @param outcome both surfaces joined
   * @param result what later readers see
   * @param checks how many verifiers ran and decided; with none, nothing is verified, whatever the
   *     outcome says
   */
  record Judged(VerifyOutcome outcome, DelegationResult result, int checks) {}

  /** Joins the two surfaces: both must pass, and both reasons are told. */
  static VerifyOutcome join(VerifyOutcome script, VerifyOutcome hooks) {
    if (script.verified() || hooks.verified()) {
      return script.verified() ? hooks : script;
    }
    return VerifyOutcome.failed(script.reason() + "; " + hooks.reason());
  }

  /**
   * A verifier's verdict on one result (delegation-verification, "What verification is").
   *
   * @param verified whether the work happened
   * @param reason what the delegate is told when it did not; bounded, without control characters,
   *     empty when none was given
   */
  record VerifyOutcome(boolean verified, String reason) {

    /** What is told in place of an empty reason. */
    public static final String NO_REASON = "verifier returned verified=false with no reason";

    /** Bounds the reason. */
    public VerifyOutcome {
      reason = BoundedText.of(reason);
    }

    /** The work happened. */
    public static VerifyOutcome passed() {
      return new VerifyOutcome(true, "");
    }

    /** The work did not happen. */
    public static VerifyOutcome failed(String reason) {
      return new VerifyOutcome(false, reason);
    }
  }
}
