package dev.assay.store.index;

import java.util.List;

/**
 * Rows that become durable together or not at all.
 *
 * @param attestations in log order; those already kept are skipped
 * @param decisions in order; those already kept are skipped
 * @param workItems newest states
 */
public record Batch(
    List<StoredAttestation> attestations,
    List<DecisionRow> decisions,
    List<WorkItemRow> workItems) {

  /** Copies the lists and checks their bounds. */
  public Batch {
    for (List<?> rows : List.of(attestations, decisions, workItems)) {
      if (rows.size() > IndexLimits.BATCH_ROWS_MAX) {
        throw new IllegalArgumentException(
            "expected at most "
                + IndexLimits.BATCH_ROWS_MAX
                + " rows of a kind, found "
                + rows.size());
      }
    }
    attestations = List.copyOf(attestations);
    decisions = List.copyOf(decisions);
    workItems = List.copyOf(workItems);
  }

  /** Whether there is nothing to write. */
  public boolean isEmpty() {
    return attestations.isEmpty() && decisions.isEmpty() && workItems.isEmpty();
  }
}
