package dev.assay.schemas;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times as messages carry them: RFC 3339 in UTC with milliseconds, {@code
 * 2026-11-21T10:00:00.000Z}.
 */
public final class Times {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  public static String text(long epochMillis) {
    return FORMAT.format(Instant.ofEpochMilli(epochMillis));
  }

  public static String text(Instant instant) {
    return FORMAT.format(instant);
  }

  /**
   * The canonical form of an RFC 3339 time in any offset.
   *
   * @throws RejectedException with INVALID_FIELD when it is none
   */
  public static String canonical(String field, String text) {
    try {
      return FORMAT.format(instant(text));
    } catch (DateTimeException e) {
      throw new Rejection(
              ErrorCode.INVALID_FIELD,
              "expected an RFC 3339 time in " + field + ", found " + Require.quoted(text),
              field)
          .asException();
    }
  }

  /**
   * The instant of an RFC 3339 time in any offset, the year in four digits.
   *
   * @throws DateTimeException when it is none
   */
  public static Instant instant(String text) {
    if (text.isEmpty() || text.charAt(0) == '+' || text.charAt(0) == '-') {
      throw new DateTimeException("expected a year of four digits");
    }
    return OffsetDateTime.parse(text).toInstant();
  }

  public static long epochMillis(String canonical) {
    return Instant.parse(canonical).toEpochMilli();
  }
}
