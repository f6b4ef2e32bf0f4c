package dev.assay.store.index;

import java.time.Instant;

/**
 * A decision about a work item.
 *
 * @param id unique name; recording the same id again changes nothing
 * @param workItem the work item decided on
 * @param attempt the attempt decided on, from 1
 * @param kind PROMOTE, RETRY, ESCALATE and so on
 * @param json the whole decision document, returned as it is
 * @param time when it was decided; kept to the microsecond
 */
public record DecisionRow(
    String id, String workItem, int attempt, String kind, String json, Instant time) {

  /** Checks the bounds. */
  public DecisionRow {
    IndexLimits.name("a decision id", id);
    IndexLimits.name("a work item", workItem);
    IndexLimits.name("a kind", kind);
    IndexLimits.document("a decision", json);
    time = Micros.truncated(time);
  }
}
