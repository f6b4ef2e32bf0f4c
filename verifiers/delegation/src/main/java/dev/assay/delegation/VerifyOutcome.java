package dev.assay.delegation;

/**
 * A verifier's verdict on one result (delegation-verification, "What verification is").
 *
 * @param verified whether the work happened
 * @param reason what the delegate is told when it did not; bounded, without control characters,
 *     empty when none was given
 */
public record VerifyOutcome(boolean verified, String reason) {

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
