package dev.assay.core.failure;

import java.util.Set;

/**
 * Recognises lengths of time: {@code 12ms}, {@code 1.5 s}, {@code 1m2.5s}, {@code 3 seconds},
 * {@code PT1.5S}.
 */
final class Durations {

  private static final Set<String> JOINED_UNITS =
      Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h", "sec", "secs", "min", "mins");
  private static final Set<String> SPACED_UNITS =
      Set.of(
          "ns",
          "us",
          "µs",
          "ms",
          "s",
          "sec",
          "secs",
          "second",
          "seconds",
          "msec",
          "millis",
          "milliseconds",
          "nanoseconds",
          "microseconds",
          "minute",
          "minutes",
          "hour",
          "hours");
  private static final int UNIT_CHARS_MAX = 12;
  private static final int NUMBER_CHARS_MAX = 24;

  private Durations() {}

  /** Where the duration that starts at the digit {@code i} ends, or -1. */
  static int end(String s, int i) {
    int end = -1;
    int at = i;
    while (at < s.length() && Masks.digit(s.charAt(at))) {
      int number = number(s, at);
      int unit = unitEnd(s, number);
      if (unit > number && JOINED_UNITS.contains(s.substring(number, unit))) {
        end = unit;
        at = unit;
        continue;
      }
      if (end < 0 && number < s.length() && s.charAt(number) == ' ') {
        int spaced = unitEnd(s, number + 1);
        if (SPACED_UNITS.contains(s.substring(number + 1, spaced)) && !wordGoesOn(s, spaced)) {
          return spaced;
        }
      }
      return -1;
    }
    return end > 0 && !wordGoesOn(s, end) ? end : -1;
  }

  /** Where the ISO 8601 duration that starts at {@code i} ends, or -1: {@code P1DT2H3.5S}. */
  static int isoEnd(String s, int i) {
    if (!s.startsWith("P", i)) {
      return -1;
    }
    int days = number(s, i + 1);
    int time = days > i + 1 && s.startsWith("D", days) ? days + 1 : i + 1;
    int next = s.startsWith("T", time) ? time + 1 : -1;
    int end = next;
    while (next > 0) {
      end = next;
      int start = s.startsWith("-", end) ? end + 1 : end;
      int unit = number(s, start);
      boolean named = unit > start && unit < s.length() && "HMS".indexOf(s.charAt(unit)) >= 0;
      next = named ? unit + 1 : -1;
    }
    return end > time + 1 && !wordGoesOn(s, end) ? end : -1;
  }

  /** Digits with at most one dot and one comma, whichever the locale writes for which. */
  private static int number(String s, int i) {
    int end = i;
    boolean dot = false;
    boolean comma = false;
    while (end < s.length() && end - i < NUMBER_CHARS_MAX) {
      char c = s.charAt(end);
      boolean mark = c == '.' && !dot || c == ',' && !comma;
      boolean inside = end > i && end + 1 < s.length() && Masks.digit(s.charAt(end + 1));
      if (!Masks.digit(c) && !(mark && inside)) {
        break;
      }
      dot |= c == '.';
      comma |= c == ',';
      end++;
    }
    return end;
  }

  private static int unitEnd(String s, int i) {
    int end = i;
    while (end < s.length()
        && end - i < UNIT_CHARS_MAX
        && (Masks.letter(s.charAt(end)) || s.charAt(end) == 'µ' || s.charAt(end) == 'μ')) {
      end++;
    }
    return end;
  }

  private static boolean wordGoesOn(String s, int i) {
    return i < s.length() && (Masks.alphanumeric(s.charAt(i)) || s.charAt(i) == '_');
  }
}
