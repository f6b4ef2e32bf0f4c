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
 * @param parent the work item that was split into this one, when there is one
 * @param children the JSON array of the work items that this one was split into
 * @param approval the question that is open, when there is one
 * @param cost the JSON object of what it cost so far
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
    String controlState,
    @Nullable String parent,
    String children,
    @Nullable Approval approval,
    String cost) {

  /** Checks the bounds. */
  public WorkItemRow {
    IndexLimits.name("a work item", id);
    IndexLimits.name("a status", status);
    IndexLimits.name("a mood", mood);
    IndexLimits.document("a control state", controlState);
    if (parent != null) {
      IndexLimits.name("a parent", parent);
    }
    IndexLimits.document("a list of children", children);
    IndexLimits.document("a cost", cost);
    firstTime = Rows.truncated(firstTime);
    lastTime = Rows.truncated(lastTime);
  }

  /**
   * A question to a person that is open.
   *
   * @param id its id
   * @param deadline until when it may be answered; kept to the microsecond
   * @param json the whole question, returned as it is
   */
  public record Approval(String id, Instant deadline, String json) {

    /** Checks the bounds. */
    public Approval {
      IndexLimits.name("an approval", id);
      IndexLimits.document("an approval", json);
      deadline = Rows.truncated(deadline);
    }
  }
}
