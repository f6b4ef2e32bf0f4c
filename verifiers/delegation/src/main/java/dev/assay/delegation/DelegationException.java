package dev.assay.delegation;

import java.io.Serial;
import java.util.Locale;

/**
 * Why a delegation ended without a result. It is the document {@code
 * {"kind","op","message","attempts","reason"}}.
 */
public final class DelegationException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final ErrorKind kind;
  private final String op;
  private final int attempts;
  private final String reason;
  private final boolean exhausted;

  private DelegationException(
      ErrorKind kind, String op, String message, int attempts, String reason, boolean exhausted) {
    super(BoundedText.of(message));
    this.kind = kind;
    this.op = op;
    this.attempts = attempts;
    this.reason = BoundedText.of(reason);
    this.exhausted = exhausted;
  }

  /** Every attempt failed verification. */
  public static DelegationException exhausted(int attempts, String lastReason) {
    return new DelegationException(
        ErrorKind.VERIFICATION_FAILED,
        "delegation.verify",
        "delegation verification failed after " + attempts + " attempt(s): " + lastReason,
        attempts,
        lastReason,
        true);
  }

  /** The verifier or a hook is broken. */
  public static DelegationException broken(BrokenVerifierException cause, int attempts) {
    return new DelegationException(
        ErrorKind.VERIFICATION_FAILED,
        "delegation.verify",
        cause.what() + ": " + cause.getMessage(),
        attempts,
        String.valueOf(cause.getMessage()),
        false);
  }

  /** A hook file cannot be used. */
  public static DelegationException config(String problem) {
    return new DelegationException(
        ErrorKind.CONFIG, "config.parsehook", problem, 0, problem, false);
  }

  /** The command was not called as it must be. */
  public static DelegationException usage(String problem) {
    return new DelegationException(
        ErrorKind.CONFIG, "delegation.usage", problem, 0, problem, false);
  }

  /** The script of a hook file does not compile. */
  public static DelegationException brokenHook(String problem) {
    return new DelegationException(
        ErrorKind.VERIFICATION_FAILED, "delegation.verify", problem, 0, problem, false);
  }

  /** The delegate did not do its part. */
  public static DelegationException delegate(String problem, int attempts) {
    return new DelegationException(
        ErrorKind.DELEGATION,
        "delegation.execute",
        "delegate agent run failed: " + problem,
        attempts,
        problem,
        false);
  }

  /** The delegation may not start, or its result may not leave. */
  public static DelegationException refused(String problem, int attempts) {
    return new DelegationException(
        ErrorKind.DELEGATION, "delegation.execute", problem, attempts, problem, false);
  }

  /** Which part is at fault. */
  public ErrorKind kind() {
    return kind;
  }

  /** The operation that failed. */
  public String op() {
    return op;
  }

  /** How many attempts the delegate has begun. */
  public int attempts() {
    return attempts;
  }

  /** The bare reason. */
  public String reason() {
    return reason;
  }

  /** Whether verification worked and said no, every time. */
  public boolean isExhausted() {
    return exhausted;
  }

  /** What went wrong, by the part that is at fault. */
  public enum ErrorKind {
    /** The delegate: it died, broke the protocol, or may not be started. */
    DELEGATION,
    /** The configuration: a hook file that cannot be loaded. */
    CONFIG,
    /** Verification: it never passed, or a verifier is broken. */
    VERIFICATION_FAILED;

    /** The name in error documents. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
