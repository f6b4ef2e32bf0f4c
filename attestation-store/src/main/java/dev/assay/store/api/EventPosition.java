package dev.assay.store.api;

import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a client has read a work item's events: {@code <log index of the next
 * attestation>-<decisions seen>-<refusals seen>}; of the last none where it is left out.
 */
record EventPosition(long nextLogIndex, int decisions, int refusals) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,18})-(\\d{1,9})(?:-(\\d{1,9}))?");

  /** The position of a {@code Last-Event-ID} header; the beginning when there is none. */
  static EventPosition of(Optional<String> lastEventId) {
    if (lastEventId.isEmpty()) {
      return new EventPosition(0, 0, 0);
    }
    String text = lastEventId.get().strip();
    Matcher parts = FORM.matcher(text);
    if (parts.matches()) {
      return new EventPosition(
          Long.parseLong(parts.group(1)),
          Integer.parseInt(parts.group(2)),
          parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3)));
    }
    throw new ProblemException(
        new Rejection(
            ErrorCode.INVALID_QUERY,
            "expected the id of an event in Last-Event-ID, found " + Require.quoted(text),
            "Last-Event-ID"));
  }

  /** As an event's id. */
  String text() {
    return nextLogIndex + "-" + decisions + "-" + refusals;
  }
}
