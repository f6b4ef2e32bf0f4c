package dev.assay.cfverify.judge;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates and times of day, in one spelling where a reader can tell which is meant. */
final class Dates {

  private static final String MONTH =
      "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?";

  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})"
              + "([T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?!\\w)"
              + "|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}(?![\\w.])");

  private static final Pattern DAY_FIRST =
      Pattern.compile(
          "(\\d{1,2})(?:st|nd|rd|th)?(?: of | |-)" + MONTH + "\\.?(?:,? |-)?(\\d{4})?(?!\\w)");

  private static final Pattern MONTH_FIRST =
      Pattern.compile(
          MONTH + "\\.? (?:(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?|(\\d{4}))(?![\\w:])");

  private static final Pattern CLOCK =
      Pattern.compile(
          "\\d{1,2}(?::\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?: ?[aApP]\\.?[mM]\\b)?| ?[aApP]\\.?[mM]\\b)"
              + "(?: ?(?:UTC|GMT|Z|[ECMP][SD]?T|CES?T|EES?T|WES?T|BST|JST|IST)\\b|[+-]\\d{2}:?\\d{2})?"
              + "(?![\\w:])");

  private static final Pattern ISO = Pattern.compile("[\\d-]{4}-\\d{2}.*");

  /** What was read and where it ends. */
  record Read(String text, int end) {}

  private Dates() {}

  /** The date whose first digit is at {@code at}; null for another number. */
  static @Nullable Read date(String line, int at) {
    Matcher date = at(DATE, line, at);
    if (date.lookingAt()) {
      return new Read(iso(date), date.end());
    }
    Matcher dayFirst = at(DAY_FIRST, line, at);
    return dayFirst.lookingAt()
        ? new Read(
            iso(dayFirst.group(3), dayFirst.group(2), dayFirst.group(1)), end(dayFirst, line))
        : null;
  }

  /** The date whose month's name begins at {@code at}; null for another word. */
  static @Nullable Read named(String line, int at) {
    Matcher date = at(MONTH_FIRST, line, at);
    if (!date.lookingAt()) {
      return null;
    }
    String year = date.group(4) == null ? date.group(3) : date.group(4);
    return new Read(iso(year, date.group(1), date.group(2)), date.end());
  }

  /** The time of day that begins at {@code at}; null for another number. */
  static @Nullable Read clock(String line, int at) {
    Matcher clock = at(CLOCK, line, at);
    return clock.lookingAt()
        ? new Read(
            clock.group().toLowerCase(Locale.ROOT).replace(" ", "").replace(".m", "m"), clock.end())
        : null;
  }

  /** Whether two dates that are written differently are different ones. */
  static boolean isComparable(String one, String other) {
    return one.length() == other.length()
        && ISO.matcher(one).matches() == ISO.matcher(other).matches();
  }

  /** Without the blank that only a year would have followed. */
  private static int end(Matcher date, String line) {
    int end = date.end();
    while (date.group(3) == null && " ,-".indexOf(line.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static String iso(Matcher date) {
    if (date.group(1) == null) {
      return date.group();
    }
    String time = date.group(4) == null ? "" : date.group(4).replace(' ', 'T');
    return "%s-%02d-%02d%s"
        .formatted(
            date.group(1), Integer.valueOf(date.group(2)), Integer.valueOf(date.group(3)), time);
  }

  private static String iso(@Nullable String year, String month, @Nullable String day) {
    String text = "%s-%02d".formatted(year == null ? "----" : year, MONTHS.indexOf(month) + 1);
    return day == null ? text : text + "-%02d".formatted(Integer.valueOf(day));
  }

  private static Matcher at(Pattern pattern, String line, int at) {
    return pattern
        .matcher(line)
        .region(at, line.length())
        .useTransparentBounds(true)
        .useAnchoringBounds(false);
  }
}
