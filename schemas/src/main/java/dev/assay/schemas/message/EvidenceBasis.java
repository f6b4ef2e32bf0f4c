package dev.assay.schemas.message;

/** How what a verifier says is known, the weakest first. */
public enum EvidenceBasis {
  /** Read from bytes that the judged party handed in. */
  CLAIMED,
  /** The same bytes, vouched for by somebody else. */
  WITNESSED,
  /** Read by the verifier from ground truth that the judged party could not bring along. */
  OBSERVED,
  /** Assay ran the check itself. */
  REEXECUTED;

  /** This basis, but not a stronger one than {@code most}. */
  public EvidenceBasis atMost(EvidenceBasis most) {
    return compareTo(most) > 0 ? most : this;
  }
}
