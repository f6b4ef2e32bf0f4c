package dev.assay.ingest;

import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import org.jspecify.annotations.Nullable;

/** What became of one event that a client sent. */
sealed interface Acceptance {

  /**
   * It is on its topic.
   *
   * @param duplicate whether the same event had come before
   * @param decision the decision on it, when the client waited for one and it came
   */
  record Accepted(String eventId, String workItem, boolean duplicate, @Nullable Decision decision)
      implements Acceptance {

    Accepted with(Decision made) {
      return new Accepted(eventId, workItem, duplicate, made);
    }
  }

  /** It is not, and why. */
  record Refused(Rejection rejection) implements Acceptance {}
}
