package dev.assay.cfverify.document;

import java.util.List;

/**
 * One claim with its stable id: its own {@code claim_id}, or {@code answers[i].claims[j]}.
 *
 * @param evidence at least one item, in document order
 */
public record Claim(String id, String text, List<Evidence> evidence) {

  /** Copies the list. */
  public Claim {
    evidence = List.copyOf(evidence);
  }
}
