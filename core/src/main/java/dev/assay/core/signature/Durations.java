package dev.assay.core.signature;

import java.util.Set;

/** Recognises lengths of time: {@code 12ms}, {@code 1.5 s}, {@code 1m2.5s}, {@code 3 seconds}. */
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

  private static int number(String s, int i) {
    int end = i;
    boolean dot = false;
    while (end < s.length() && end - i < NUMBER_CHARS_MAX) {
      char c = s.charAt(end);
      boolean point = c == '.' && !dot && end + 1 < s.length() && Masks.digit(s.charAt(end + 1));
      if (!Masks.digit(c) && !point) {
        break;
      }
      dot |= point;
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
