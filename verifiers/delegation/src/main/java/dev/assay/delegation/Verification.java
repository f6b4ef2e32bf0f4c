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
}
