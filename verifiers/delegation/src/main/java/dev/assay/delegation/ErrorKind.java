package dev.assay.delegation;

import java.util.Locale;

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
