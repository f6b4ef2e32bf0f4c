package dev.assay.worker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * How a request fared before. It travels in the headers of the request's record, so that a worker
 * that puts a request at the end of its queue, stops or dies forgets none of it.
 *
 * @param outages tries that ended because a dependency did not answer
 * @param failures tries in which the verifier broke
 * @param notBeforeMillis when the next try is due, in milliseconds since the epoch
 */
record Tries(int outages, int failures, long notBeforeMillis) {

  static final Tries NONE = new Tries(0, 0, 0);

  private static final String OUTAGES = "assay-outages";
  private static final String FAILURES = "assay-failures";
  private static final String NOT_BEFORE = "assay-not-before";
  private static final int DIGITS_MAX = 18;

  /** What the headers say; a header that is no number says 0. */
  static Tries of(Headers headers) {
    return new Tries(
        (int) Math.min(number(headers, OUTAGES), Integer.MAX_VALUE - 1),
        (int) Math.min(number(headers, FAILURES), Integer.MAX_VALUE - 1),
        number(headers, NOT_BEFORE));
  }

  private static long number(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    byte[] value = header == null ? null : header.value();
    if (value == null) {
      return 0;
    }
    String text = new String(value, StandardCharsets.US_ASCII);
    return text.length() <= DIGITS_MAX && text.matches("[0-9]+") ? Long.parseLong(text) : 0;
  }

  Map<String, String> headers() {
    return equals(NONE)
        ? Map.of()
        : Map.of(
            OUTAGES, Integer.toString(outages),
            FAILURES, Integer.toString(failures),
            NOT_BEFORE, Long.toString(notBeforeMillis));
  }

  /** Whether the next try is due; one that seems further away than any wait is, too. */
  boolean due(long nowMillis) {
    long left = notBeforeMillis - nowMillis;
    return left <= 0 || left > WorkerLimits.OUTAGE_PAUSE_MAX.toMillis();
  }

  Tries afterOutage(long nowMillis) {
    return new Tries(outages + 1, failures, nowMillis + pause(outages).toMillis());
  }

  Tries afterFailure() {
    return new Tries(outages, failures + 1, 0);
  }

  /** The wait after so many earlier outages: each is half as long again, up to a bound. */
  private static Duration pause(int earlier) {
    Duration pause = WorkerLimits.OUTAGE_PAUSE;
    for (int i = 0; i < earlier && pause.compareTo(WorkerLimits.OUTAGE_PAUSE_MAX) < 0; i++) {
      pause = pause.plus(pause.dividedBy(2));
    }
    return pause.compareTo(WorkerLimits.OUTAGE_PAUSE_MAX) < 0
        ? pause
        : WorkerLimits.OUTAGE_PAUSE_MAX;
  }
}
