package dev.assay.core.signature;

/** Recognises dates and times as logs write them. */
final class Timestamps {

  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final String WEEKDAYS = "MonTueWedThuFriSatSun";

  private Timestamps() {}

  /** Where the timestamp that starts at {@code i} ends, or -1. */
  static int end(String s, int i) {
    if (i > 0 && Masks.alphanumeric(s.charAt(i - 1))) {
      return -1;
    }
    char c = charAt(s, i);
    if (Masks.digit(c)) {
      int date = isoDate(s, i);
      if (date > 0) {
        return withTime(s, date);
      }
      int day = digits(s, i, 1, 2);
      int month = day > 0 && charAt(s, day) == ' ' ? month(s, day + 1) : -1;
      if (month > 0) {
        return withTime(s, afterYear(s, month));
      }
      return time(s, i);
    }
    if (c >= 'A' && c <= 'Z') {
      return named(s, i);
    }
    return -1;
  }

  /** {@code Nov 21 23:26:14} and {@code Sat, 21 Nov 2026 23:26:14 GMT}. */
  private static int named(String s, int i) {
    int weekday = name(s, i, WEEKDAYS);
    if (weekday > 0) {
      int next = charAt(s, weekday) == ',' ? weekday + 1 : weekday;
      if (charAt(s, next) != ' ') {
        return -1;
      }
      int rest = end(s, next + 1);
      return rest;
    }
    int month = month(s, i);
    if (month < 0 || charAt(s, month) != ' ') {
      return -1;
    }
    int first = charAt(s, month + 1) == ' ' ? month + 2 : month + 1;
    int day = digits(s, first, 1, 2);
    if (day < 0) {
      return -1;
    }
    return withTime(s, afterYear(s, charAt(s, day) == ',' ? day + 1 : day));
  }

  private static int afterYear(String s, int i) {
    int year = charAt(s, i) == ' ' ? digits(s, i + 1, 4, 4) : -1;
    return year > 0 && charAt(s, year) != ':' ? year : i;
  }

  private static int month(String s, int i) {
    return name(s, i, MONTHS);
  }

  private static int name(String s, int i, String names) {
    if (i + 3 > s.length() || Masks.letter(charAt(s, i + 3))) {
      return -1;
    }
    int at = names.indexOf(s.substring(i, i + 3));
    return at >= 0 && at % 3 == 0 ? i + 3 : -1;
  }

  private static int isoDate(String s, int i) {
    int year = digits(s, i, 4, 4);
    if (year < 0 || charAt(s, year) != '-' && charAt(s, year) != '/') {
      return -1;
    }
    int month = digits(s, year + 1, 2, 2);
    if (month < 0 || charAt(s, month) != charAt(s, year)) {
      return -1;
    }
    return digits(s, month + 1, 2, 2);
  }

  private static int withTime(String s, int date) {
    char c = charAt(s, date);
    if (c == 'T' || c == ' ' || c == '_' || c == ',') {
      int time = time(s, date + 1);
      return time > 0 ? time : date;
    }
    return date;
  }

  /** {@code 23:26:14}, with fraction and zone where they stand. */
  private static int time(String s, int i) {
    int hours = digits(s, i, 1, 2);
    if (hours < 0 || charAt(s, hours) != ':') {
      return -1;
    }
    int minutes = digits(s, hours + 1, 2, 2);
    if (minutes < 0 || charAt(s, minutes) != ':') {
      return -1;
    }
    int end = digits(s, minutes + 1, 2, 2);
    if (end < 0) {
      return -1;
    }
    if (charAt(s, end) == '.' || charAt(s, end) == ',') {
      int fraction = digits(s, end + 1, 1, 9);
      end = fraction > 0 ? fraction : end;
    }
    return zone(s, end);
  }

  private static int zone(String s, int i) {
    char c = charAt(s, i);
    if (c == 'Z') {
      return i + 1;
    }
    if (s.startsWith(" UTC", i) || s.startsWith(" GMT", i)) {
      return i + 4;
    }
    int sign = c == ' ' && (charAt(s, i + 1) == '+' || charAt(s, i + 1) == '-') ? i + 1 : i;
    if (charAt(s, sign) != '+' && charAt(s, sign) != '-') {
      return i;
    }
    int hours = digits(s, sign + 1, 2, 2);
    if (hours < 0) {
      int both = digits(s, sign + 1, 4, 4);
      return both > 0 ? both : i;
    }
    int minutes = charAt(s, hours) == ':' ? digits(s, hours + 1, 2, 2) : -1;
    return minutes > 0 ? minutes : hours;
  }

  /** The end of a run of {@code min} to {@code max} digits that no further digit follows, or -1. */
  private static int digits(String s, int i, int min, int max) {
    int end = i;
    while (end - i <= max && Masks.digit(charAt(s, end))) {
      end++;
    }
    return end - i >= min && end - i <= max ? end : -1;
  }

  private static char charAt(String s, int i) {
    return i >= 0 && i < s.length() ? s.charAt(i) : '\0';
  }
}
