package dev.assay.store.index;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a work item stands. A row older than the one that is kept, by {@code lastTime}, is ignored,
 * so that replaying a topic never moves an item back; {@code firstTime} only ever moves back.
 *
 * @param id the work item
 * @param status open, promoted, waiting and so on
 * @param mood the verification mood
 * @param attempt newest attempt, from 1
 * @param agent id of the agent, when known
 * @param fleet the agent's fleet, when known
 * @param firstTime when it was first seen; kept to the microsecond
 * @param lastTime when it last changed; kept to the microsecond
 * @param controlState the control state document, returned as it is
 */
public record WorkItemRow(
    String id,
    String status,
    String mood,
    int attempt,
    @Nullable String agent,
    @Nullable String fleet,
    Instant firstTime,
    Instant lastTime,
    String controlState) {

  /** Checks the bounds. */
  public WorkItemRow {
    IndexLimits.name("a work item", id);
    IndexLimits.name("a status", status);
    IndexLimits.name("a mood", mood);
    IndexLimits.document("a control state", controlState);
    firstTime = Micros.truncated(firstTime);
    lastTime = Micros.truncated(lastTime);
  }
}
