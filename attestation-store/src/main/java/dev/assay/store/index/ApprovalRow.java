package dev.assay.store.index;

import java.time.Instant;

/**
 * A question to a person that is open.
 *
 * @param id its id
 * @param deadline until when it may be answered; kept to the microsecond
 * @param json the whole question, returned as it is
 */
public record ApprovalRow(String id, Instant deadline, String json) {

  /** Checks the bounds. */
  public ApprovalRow {
    IndexLimits.name("an approval", id);
    IndexLimits.document("an approval", json);
    deadline = Micros.truncated(deadline);
  }
}
