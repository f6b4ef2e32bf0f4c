package dev.assay.cfverify;

/** What verifying one evidence item gave. */
sealed interface EvidenceOutcome {

  /** The evidence is there and consistent with the claim. */
  record Passed() implements EvidenceOutcome {}

  /** The evidence is not there, or says otherwise. */
  record Failed(String reason) implements EvidenceOutcome {}

  /** Nothing could be established either way. */
  record Unverifiable(String reason) implements EvidenceOutcome {}
}
