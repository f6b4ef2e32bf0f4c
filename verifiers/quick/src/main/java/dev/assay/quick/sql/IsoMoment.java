package dev.assay.quick.sql;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Prints instants as ECMAScript's {@code Date.prototype.toISOString} does (ECMA-262 section
 * 21.4.4.36).
 */
final class IsoMoment {

  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int FOUR_DIGIT_YEAR_MAX = 9_999;

  private IsoMoment() {}

  static String text(Instant instant) {
    OffsetDateTime utc = instant.atOffset(ZoneOffset.UTC);
    StringBuilder out = new StringBuilder(27);
    int year = utc.getYear();
    if (0 <= year && year <= FOUR_DIGIT_YEAR_MAX) {
      digits(out, year, 4);
    } else {
      digits(out.append(year < 0 ? '-' : '+'), Math.abs(year), 6);
    }
    digits(out.append('-'), utc.getMonthValue(), 2);
    digits(out.append('-'), utc.getDayOfMonth(), 2);
    digits(out.append('T'), utc.getHour(), 2);
    digits(out.append(':'), utc.getMinute(), 2);
    digits(out.append(':'), utc.getSecond(), 2);
    digits(out.append('.'), utc.getNano() / NANOS_PER_MILLI, 3);
    return out.append('Z').toString();
  }

  private static void digits(StringBuilder out, int value, int width) {
    String text = Integer.toString(value);
    out.repeat('0', width - text.length()).append(text);
  }
}
