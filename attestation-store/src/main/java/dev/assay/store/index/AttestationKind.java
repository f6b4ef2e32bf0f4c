package dev.assay.store.index;

/** What an attestation attests. */
public enum AttestationKind {
  /** The verdict of one verifier on artifacts. */
  VERIFICATION("verification"),
  /** A SLSA verification summary: the promotion of a work item. */
  VSA("vsa"),
  /** A person's answer to an approval request. */
  APPROVAL("approval");

  private final String text;

  AttestationKind(String text) {
    this.text = text;
  }

  /** The lower-case name used in rows and documents. */
  public String text() {
    return text;
  }
}
