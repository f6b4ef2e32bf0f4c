package dev.assay.agencyverify.agency;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/** RFC 3339 timestamps in UTC, as agency writes them. */
final class Timestamps {

  private static final int NANO_DIGITS = 9;

  private Timestamps() {}

  /** To the nanosecond, without trailing zeros: {@code 2026-01-09T10:11:12.5Z}. */
  static String nanos(Instant time) {
    String seconds = seconds(time);
    int fraction = time.get(ChronoField.NANO_OF_SECOND);
    if (fraction == 0) {
      return seconds;
    }
    String digits = String.valueOf(1_000_000_000L + fraction).substring(1, NANO_DIGITS + 1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return seconds.substring(0, seconds.length() - 1) + "." + digits.substring(0, end) + "Z";
  }

  /** To the second: {@code 2026-01-09T10:11:12Z}. */
  static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
