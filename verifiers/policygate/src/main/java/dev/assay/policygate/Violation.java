package dev.assay.policygate;

/**
 * A rule that was broken. Every word is the gate's own.
 *
 * @param code what was broken, stable
 * @param about what it concerns: a syscall class, a kind of secret, a mood
 */
record Violation(Check check, String code, String about, Place place) {

  /** The text of the failure signature. */
  String signature() {
    return about.isEmpty() ? code : code + " " + about;
  }
}
