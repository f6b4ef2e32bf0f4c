package dev.assay.core.director;

import dev.assay.core.director.Requirements.Failure;
import dev.assay.schemas.message.Decision.Needed;
import dev.assay.schemas.message.EvidenceBasis;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is decided about.
 *
 * @param cause the plan's id, or the id of the fact that led here
 * @param now where the work item stood
 * @param attestations what the decision rests on
 * @param evidence what of that passed
 * @param uncleared what failed before and what passed does not show to pass
 */
record Subject(
    Execution execution,
    Plan.Basis basis,
    String cause,
    GovernanceState now,
    List<String> attestations,
    Evidence evidence,
    List<Failure> uncleared) {

  /** What a decision may rest on. */
  record Grounds(List<String> attestations, Evidence evidence, List<Failure> uncleared) {

    /** Of a decision that a fact alone led to. */
    static final Grounds NONE = new Grounds(List.of(), Evidence.NONE, List.of());
  }

  String workItem() {
    return execution.event().data().workItem();
  }

  /** How what passed is known; null when nothing did, or nothing is asked. */
  @Nullable EvidenceBasis reached() {
    return basis.evidence() == null ? null : evidence.reached();
  }

  /** What would do where evidence is below what the policy demands; otherwise null. */
  @Nullable Needed needed(List<String> reasons) {
    EvidenceBasis least = basis.evidence();
    if (least != null && reasons.contains(Reasons.NO_FURTHER_EVIDENCE)) {
      return Evidence.neededBeyond(
          least, reasons.contains(Reasons.INCONCLUSIVE), basis.provenance());
    }
    return least != null && reasons.contains(Reasons.EVIDENCE_BELOW_POLICY)
        ? Evidence.needed(least, basis.provenance())
        : null;
  }
}
