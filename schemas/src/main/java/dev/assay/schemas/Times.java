package dev.assay.schemas;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Times as messages carry them: RFC 3339 in UTC with milliseconds, {@code
 * 2026-11-21T10:00:00.000Z}, the year from 0000 to 9999: what every store holds, and what sorts as
 * text. Every message has some, so that form is written and read here; what has another one is left
 * to the JDK, whose formatters take twenty times as long.
 */
public final class Times {

  /** The canonical form, with zeros where its digits are. */
  private static final String ZEROS = "0000-00-00T00:00:00.000Z";

  /** The first millisecond of the year 0000. */
  private static final long EPOCH_MILLIS_MIN = -62_167_219_200_000L;

  /** The last millisecond of the year 9999. */
  private static final long EPOCH_MILLIS_MAX = 253_402_300_799_999L;

  private static final Instant MIN = Instant.ofEpochMilli(EPOCH_MILLIS_MIN);
  private static final Instant LAST = Instant.ofEpochMilli(EPOCH_MILLIS_MAX);
  private static final Instant END = LAST.plusMillis(1);
  private static final int NANOS_OF_MILLI = 1_000_000;

  private Times() {}

  /** The text of a record's time, which whoever sends it chooses. */
  public static String text(long epochMillis) {
    return text(Instant.ofEpochMilli(epochMillis));
  }

  /** The text of an instant; of one outside the years 0000 to 9999, of the nearest within. */
  public static String text(Instant instant) {
    Instant within = instant.isBefore(MIN) ? MIN : instant.isBefore(END) ? instant : LAST;
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(within.getEpochSecond(), within.getNano(), ZoneOffset.UTC);
    char[] text = ZEROS.toCharArray();
    put(text, 4, time.getYear());
    put(text, 7, time.getMonthValue());
    put(text, 10, time.getDayOfMonth());
    put(text, 13, time.getHour());
    put(text, 16, time.getMinute());
    put(text, 19, time.getSecond());
    put(text, 23, time.getNano() / NANOS_OF_MILLI);
    return new String(text);
  }

  /** Writes a number that ends before {@code end} over zeros. */
  private static void put(char[] text, int end, int number) {
    int place = end;
    for (int left = number; left > 0; left /= 10) {
      text[--place] = (char) ('0' + left % 10);
    }
  }

  /**
   * The canonical form of an RFC 3339 time in any offset.
   *
   * @throws RejectedException with INVALID_FIELD when it is none
   */
  public static String canonical(String field, String text) {
    if (isCanonical(text)) {
      return text;
    }
    try {
      return text(instant(text));
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
    Instant canonical = ofCanonical(text);
    if (canonical != null) {
      return canonical;
    }
    if (text.isEmpty() || text.charAt(0) == '+' || text.charAt(0) == '-') {
      throw new DateTimeException("expected a year of four digits");
    }
    return bounded(OffsetDateTime.parse(text).toInstant());
  }

  /**
   * The instant of a time as ISO 8601 has it, which is most likely a canonical one.
   *
   * @throws DateTimeException when it is none, or its year is not between 0000 and 9999
   */
  public static Instant parsed(String text) {
    Instant canonical = ofCanonical(text);
    return canonical == null ? bounded(Instant.parse(text)) : canonical;
  }

  private static Instant bounded(Instant instant) {
    if (instant.isBefore(MIN) || !instant.isBefore(END)) {
      throw new DateTimeException("expected a year between 0000 and 9999, found " + instant);
    }
    return instant;
  }

  public static long epochMillis(String canonical) {
    return parsed(canonical).toEpochMilli();
  }

  /** The instant of a time in the canonical form; null for another, for which the JDK has rules. */
  private static @Nullable Instant ofCanonical(String text) {
    return isCanonical(text)
        ? LocalDateTime.of(
                number(text, 0, 4),
                number(text, 5, 7),
                number(text, 8, 10),
                number(text, 11, 13),
                number(text, 14, 16),
                number(text, 17, 19),
                number(text, 20, 23) * NANOS_OF_MILLI)
            .toInstant(ZoneOffset.UTC)
        : null;
  }

  /** Whether the text is a time in the canonical form; it makes nothing, for every message asks. */
  public static boolean isCanonical(String text) {
    if (!hasForm(text)
        || number(text, 11, 13) > 23
        || number(text, 14, 16) > 59
        || number(text, 17, 19) > 59) {
      return false;
    }
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    return month >= 1
        && month <= 12
        && day >= 1
        && (day <= 28 || day <= Month.of(month).length(Year.isLeap(number(text, 0, 4))));
  }

  /** Whether digits stand where the canonical form has them, and its marks between them. */
  private static boolean hasForm(String text) {
    if (text.length() != ZEROS.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char expected = ZEROS.charAt(i);
      if (expected == '0' ? c < '0' || c > '9' : c != expected) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int begin, int end) {
    int number = 0;
    for (int i = begin; i < end; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}
