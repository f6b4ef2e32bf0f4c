package dev.assay.core.failure;

/** Recognises dates and times as logs write them. */
final class Timestamps {

  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final String WEEKDAYS = "MonTueWedThuFriSatSun";

  private static final String PYTHON_DATE = "datetime.date(";
  private static final String PYTHON_DATETIME = "datetime.datetime(";

  private static final int ZONE_CHARS_MAX = 4;
  private static final int LONG_ZONE_CHARS_MAX = 60;

  private Timestamps() {}

  /** Where the timestamp that starts at {@code i} ends, or -1. */
  static int end(String s, int i) {
    if (i > 0 && Masks.alphanumeric(s.charAt(i - 1))) {
      return -1;
    }
    char c = charAt(s, i);
    if (Masks.digit(c)) {
      return afterMonotonic(s, numeric(s, i));
    }
    if (c == 'd') {
      return pythonDate(s, i);
    }
    return c >= 'A' && c <= 'Z' ? named(s, i) : -1;
  }

  /** Behind the reading of Go's monotonic clock, {@code m=+0.001234567}. */
  private static int afterMonotonic(String s, int i) {
    if (i < 0 || !s.startsWith(" m=+", i) && !s.startsWith(" m=-", i)) {
      return i;
    }
    int end = i + 4;
    while (Masks.digit(charAt(s, end)) || charAt(s, end) == '.') {
      end++;
    }
    return end;
  }

  /**
   * Where the last number of {@code datetime.datetime(2026, 5, 5, 10, 0)} ends, or -1; the
   * parenthesis and a time zone before it stay.
   */
  private static int pythonDate(String s, int i) {
    String name = s.startsWith(PYTHON_DATETIME, i) ? PYTHON_DATETIME : PYTHON_DATE;
    int next = s.startsWith(name, i) ? digits(s, i + name.length(), 4, 4) : -1;
    int end = next;
    while (next > 0) {
      end = next;
      next = s.startsWith(", ", end) ? digits(s, end + 2, 1, 6) : -1;
    }
    return end;
  }

  private static int numeric(String s, int i) {
    int date = isoDate(s, i);
    if (date > 0) {
      return withTime(s, date);
    }
    int local = localDate(s, i);
    int timed = local > 0 ? withTime(s, local) : -1;
    if (timed > local) {
      return timed;
    }
    int day = digits(s, i, 1, 2);
    int month = day > 0 && charAt(s, day) == ' ' ? month(s, day + 1) : -1;
    if (month > 0) {
      return withTime(s, afterYear(s, month));
    }
    return time(s, i, true);
  }

  /** {@code Nov 21 23:26:14} and {@code Sat, 21 Nov 2026 23:26:14 GMT}. */
  private static int named(String s, int i) {
    int weekday = name(s, i, WEEKDAYS);
    if (weekday < 0) {
      return monthFirst(s, i, false);
    }
    int next = charAt(s, weekday) == ',' ? weekday + 1 : weekday;
    if (charAt(s, next) != ' ') {
      return -1;
    }
    boolean number = Masks.digit(charAt(s, next + 1));
    return number ? numeric(s, next + 1) : monthFirst(s, next + 1, true);
  }

  /** With a weekday the year may come last: {@code Sat Nov 21 23:26:14 CET 2026}. */
  private static int monthFirst(String s, int i, boolean weekday) {
    int month = month(s, i);
    if (month < 0 || charAt(s, month) != ' ') {
      return -1;
    }
    int first = charAt(s, month + 1) == ' ' ? month + 2 : month + 1;
    int day = digits(s, first, 1, 2);
    if (day < 0) {
      return -1;
    }
    int date = charAt(s, day) == ',' ? day + 1 : day;
    int dated = afterYear(s, date);
    int end = withTime(s, dated);
    return weekday && dated == date && end > date ? afterLastYear(s, end) : end;
  }

  private static int afterLastYear(String s, int i) {
    int zone = zoneName(s, i);
    int year = charAt(s, zone) == ' ' ? digits(s, zone + 1, 4, 4) : -1;
    return year > 0 && !Masks.alphanumeric(charAt(s, year)) ? year : i;
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

  /** {@code 11/21/2026} and {@code 21.11.26}: a date only when a time follows. */
  private static int localDate(String s, int i) {
    int first = digits(s, i, 1, 2);
    char separator = charAt(s, first);
    if (first < 0 || separator != '/' && separator != '.') {
      return -1;
    }
    int second = digits(s, first + 1, 1, 2);
    if (second < 0 || charAt(s, second) != separator) {
      return -1;
    }
    int year = digits(s, second + 1, 4, 4);
    return year > 0 ? year : digits(s, second + 1, 2, 2);
  }

  private static int withTime(String s, int date) {
    int at = s.startsWith(", ", date) ? date + 1 : date;
    char c = charAt(s, at);
    if (c == 'T' || c == ' ' || c == '_' || c == ',') {
      int time = time(s, at + 1, false);
      return time > 0 ? time : date;
    }
    return date;
  }

  /** {@code 23:26:14}, with fraction, half of the day and zone where they stand. */
  private static int time(String s, int i, boolean secondsNeeded) {
    int hours = digits(s, i, 1, 2);
    if (hours < 0 || charAt(s, hours) != ':') {
      return -1;
    }
    int minutes = digits(s, hours + 1, 2, 2);
    if (minutes < 0) {
      return -1;
    }
    int seconds = charAt(s, minutes) == ':' ? digits(s, minutes + 1, 2, 2) : -1;
    if (seconds < 0) {
      return secondsNeeded ? -1 : zone(s, halfOfDay(s, minutes));
    }
    int fraction =
        charAt(s, seconds) == '.' || charAt(s, seconds) == ',' ? digits(s, seconds + 1, 1, 9) : -1;
    return zone(s, halfOfDay(s, fraction > 0 ? fraction : seconds));
  }

  /** {@code 11:26 PM}; the blank may be one of those that do not break. */
  private static int halfOfDay(String s, int i) {
    int at = Character.isSpaceChar(charAt(s, i)) ? i + 1 : i;
    boolean half = "AaPp".indexOf(charAt(s, at)) >= 0 && "Mm".indexOf(charAt(s, at + 1)) >= 0;
    return half && !Masks.alphanumeric(charAt(s, at + 2)) ? at + 2 : i;
  }

  /** {@code Z}, {@code +02:00}, {@code +0200 CEST}, {@code GMT+0200 (Central European ...)}. */
  private static int zone(String s, int i) {
    if (charAt(s, i) == 'Z') {
      return i + 1;
    }
    if (s.startsWith(" UTC", i) || s.startsWith(" GMT", i)) {
      int offset = offset(s, i + 4);
      return offset > i + 4 ? longZoneName(s, offset) : i + 4;
    }
    int offset = offset(s, charAt(s, i) == ' ' ? i + 1 : i);
    if (offset <= i + 1) {
      return i;
    }
    int name = charAt(s, i) == ' ' ? zoneName(s, offset) : offset;
    return s.startsWith("UTC", name - 3) || charAt(s, name - 1) == 'T' ? name : offset;
  }

  /** Where the offset that starts at the sign {@code i} ends, or {@code i}. */
  private static int offset(String s, int i) {
    if (charAt(s, i) != '+' && charAt(s, i) != '-') {
      return i;
    }
    int hours = digits(s, i + 1, 2, 2);
    if (hours < 0) {
      int both = digits(s, i + 1, 4, 4);
      return both > 0 ? both : i;
    }
    int minutes = charAt(s, hours) == ':' ? digits(s, hours + 1, 2, 2) : -1;
    return minutes > 0 ? minutes : hours;
  }

  /** Where a blank and two to four capitals end, or {@code i}. */
  private static int zoneName(String s, int i) {
    int end = i + 1;
    while (end - i <= ZONE_CHARS_MAX && charAt(s, end) >= 'A' && charAt(s, end) <= 'Z') {
      end++;
    }
    boolean name = charAt(s, i) == ' ' && end - i > 2 && !Masks.alphanumeric(charAt(s, end));
    return name ? end : i;
  }

  private static int longZoneName(String s, int i) {
    if (!s.startsWith(" (", i)) {
      return i;
    }
    int end = i + 2;
    while (end - i < LONG_ZONE_CHARS_MAX
        && (charAt(s, end) == ' ' || Character.isLetter(charAt(s, end)))) {
      end++;
    }
    return charAt(s, end) == ')' ? end + 1 : i;
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
