package dev.assay.store.index;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision about a work item.
 *
 * @param id unique name; recording the same id again changes nothing
 * @param workItem the work item decided on
 * @param attempt the attempt decided on, from 1
 * @param kind PROMOTE, RETRY, ESCALATE and so on
 * @param json the whole decision document, returned as it is
 * @param time when it was decided; kept to the microsecond
 * @param approval id of the question that it asked, when it asked one
 */
public record DecisionRow(
    String id,
    String workItem,
    int attempt,
    String kind,
    String json,
    Instant time,
    @Nullable String approval) {

  /** Checks the bounds. */
  public DecisionRow {
    IndexLimits.name("a decision id", id);
    IndexLimits.name("a work item", workItem);
    IndexLimits.name("a kind", kind);
    IndexLimits.document("a decision", json);
    if (approval != null) {
      IndexLimits.name("an approval", approval);
    }
    time = Rows.truncated(time);
  }
}
