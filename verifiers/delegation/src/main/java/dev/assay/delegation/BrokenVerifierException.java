package dev.assay.delegation;

import java.io.Serial;

/** A verifier or hook that does not work: never a verdict, in either direction. */
public final class BrokenVerifierException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final String what;

  private BrokenVerifierException(String what, String message, Throwable cause) {
    super(BoundedText.of(message), cause);
    this.what = what;
  }

  private BrokenVerifierException(String what, String message) {
    super(BoundedText.of(message));
    this.what = what;
  }

  /** The inline script is broken. */
  public static BrokenVerifierException script(String message) {
    return new BrokenVerifierException("verify script error", message);
  }

  /** The inline script is broken. */
  public static BrokenVerifierException script(String message, Throwable cause) {
    return new BrokenVerifierException("verify script error", message, cause);
  }

  /** A hook is broken. */
  public static BrokenVerifierException hook(String name, String message) {
    return new BrokenVerifierException("hook script error", "hook \"" + name + "\": " + message);
  }

  /** Which kind of verifier is broken. */
  public String what() {
    return what;
  }
}
