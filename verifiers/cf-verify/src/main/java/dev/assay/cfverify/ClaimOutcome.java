package dev.assay.cfverify;

import dev.assay.cfverify.document.Claim;
import dev.assay.cfverify.document.Evidence;

/** What verifying one sampled claim gave. */
public sealed interface ClaimOutcome {

  /** The claim in question. */
  Claim claim();

  /** At least one evidence item holds. */
  record Passed(Claim claim) implements ClaimOutcome {}

  /** No item holds, and {@code evidence} is the first that fails. */
  record Failed(Claim claim, String reason, Evidence evidence) implements ClaimOutcome {}

  /** No item holds and none fails; {@code reason} is that of the first. */
  record Unverifiable(Claim claim, String reason) implements ClaimOutcome {}
}
