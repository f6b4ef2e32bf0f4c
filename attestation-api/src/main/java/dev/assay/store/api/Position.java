package dev.assay.store.api;

import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Optional;

/**
 * How far a client has read a work item's events: {@code <log index of the next
 * attestation>-<decisions seen>}.
 */
record Position(long nextLogIndex, int decisions) {

  private static final int DIGITS_MAX = 18;

  /** The position of a {@code Last-Event-ID} header; the beginning when there is none. */
  static Position of(Optional<String> lastEventId) {
    if (lastEventId.isEmpty()) {
      return new Position(0, 0);
    }
    String text = lastEventId.get().strip();
    int dash = text.indexOf('-');
    if (dash > 0
        && text.length() <= DIGITS_MAX
        && text.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')) {
      try {
        return new Position(
            Long.parseLong(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
      } catch (NumberFormatException _) {
        // refused below, like other text
      }
    }
    throw new ProblemException(
        new Rejection(
            ErrorCode.INVALID_QUERY,
            "expected the id of an event in Last-Event-ID, found " + Require.quoted(text),
            "Last-Event-ID"));
  }

  /** As an event's id. */
  String text() {
    return nextLogIndex + "-" + decisions;
  }
}
