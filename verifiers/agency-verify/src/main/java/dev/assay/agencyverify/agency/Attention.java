package dev.assay.agencyverify.agency;

/**
 * Whether a person should look at a run, and why.
 *
 * @param reason empty when nobody needs to look
 */
record Attention(boolean needed, String reason) {

  static final String VERIFY_FAILED = "verify_failed";

  /**
   * The attention after a verification: a failure always asks for it; a success takes back only
   * what a failed verification asked for.
   */
  Attention after(boolean ok) {
    if (!ok) {
      return new Attention(true, VERIFY_FAILED);
    }
    return reason.equals(VERIFY_FAILED) ? new Attention(false, "") : this;
  }
}
