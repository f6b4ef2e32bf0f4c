package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.Quantity.Bound;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the words and signs around a number make of it: a bound, a guess, its opposite. */
final class Bounds {

  /** Characters before and after a number that are looked at. */
  private static final int REACH_CHARS = 40;

  private record Phrase(Bound bound, Pattern before) {}

  private static final List<Phrase> BEFORE =
      List.of(
          phrase(Bound.AT_LEAST, "at least|(?:no|not) (?:less|fewer|lower) than|minimum of|>=|≥|⩾"),
          phrase(
              Bound.AT_MOST,
              "at most|up to|(?:no|not) (?:more|greater|higher|longer) than|maximum of|limited to"
                  + "|capped at|not exceed(?:ing)?|within|<=|≤|⩽"),
          phrase(
              Bound.MORE,
              "(?:more|greater|larger|longer|higher|later|bigger) than|over|above|exceeds?|exceeding"
                  + "|beyond|(?<![-=>])>"),
          phrase(
              Bound.LESS, "(?:less|fewer|smaller|shorter|lower|earlier) than|under|below|(?<!<)<"),
          phrase(
              Bound.ABOUT,
              "about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.|c\\.|some|close to"
                  + "|on the order of|~|≈|∼|≃|≅|≲|≳|±"));

  private static final List<Phrase> AFTER =
      List.of(
          new Phrase(
              Bound.AT_LEAST,
              Pattern.compile(
                  "\\+(?![\\d ]*\\d)|,? (?:or|and) (?:more|above|up|higher|greater|later)\\b")),
          new Phrase(
              Bound.AT_MOST,
              Pattern.compile(
                  ",? (?:or|and) (?:less|fewer|below|lower|under|earlier)\\b|,? at most\\b")),
          new Phrase(Bound.ABOUT, Pattern.compile(",? or so\\b|-?ish\\b|,? approximately\\b")));

  private static final Pattern FORMERLY =
      Pattern.compile(
          "\\b(?:previously|formerly|originally|initially|used to be|old)(?: [a-z]{1,12})? ?[:=]? ?$");
  private static final Pattern WAS = Pattern.compile("\\b(?:was|were|had been) ?(?:at |set to )?$");
  private static final Pattern NOW =
      Pattern.compile("\\b(?:now|currently|today|since then|these days)\\b|->|\u2192");

  private static final Pattern MINUS_WORD = Pattern.compile("\\b(?:minus|negative) ?$");
  private static final Pattern UNEQUAL =
      Pattern.compile("(?:!==?|≠|<>|/=|\\bother than|\\bexcept|\\binstead of|\\brather than) ?$");
  private static final Pattern BETWEEN = Pattern.compile("\\bbetween $");
  private static final Pattern TAG = Pattern.compile("<[^<>]*>$");

  private Bounds() {}

  private static Phrase phrase(Bound bound, String words) {
    return new Phrase(
        bound,
        Pattern.compile("(?:^|(?<=[^\\p{L}])|(?=[^\\p{L}]))(?:" + words + ") ?(?:a |an |the )?$"));
  }

  /** What stands around the number from {@code from} to {@code to} of the line. */
  static Bound around(String line, int from, int to) {
    String before = before(line, from);
    if (!TAG.matcher(before).find()) {
      for (Phrase phrase : BEFORE) {
        if (phrase.before().matcher(before).find()) {
          return phrase.bound();
        }
      }
    }
    if (FORMERLY.matcher(before).find()
        || WAS.matcher(before).find()
            && NOW.matcher(line.substring(to).toLowerCase(Locale.ROOT)).find()) {
      return Bound.FORMER;
    }
    Matcher after = AFTER.getFirst().before().matcher(line);
    Optional<Bound> reported = Optional.empty();
    for (Phrase phrase : AFTER) {
      after.usePattern(phrase.before()).region(to, line.length());
      if (reported.isEmpty() && after.lookingAt()) {
        reported = Optional.of(phrase.bound());
      }
    }
    return reported.orElse(Bound.EXACT);
  }

  /** Whether "minus" is written out before the number. */
  static boolean isMinus(String line, int from) {
    return MINUS_WORD.matcher(before(line, from)).find();
  }

  /** Whether the number is the lower end of what the line gives as "between" two. */
  static boolean isBetween(String line, int from) {
    return BETWEEN.matcher(before(line, from)).find();
  }

  /** Whether the line says that it is not the number. */
  static boolean isUnequal(String line, int from) {
    return UNEQUAL.matcher(before(line, from)).find();
  }

  /** The text before a number, its sign, currency and opening brackets. */
  private static String before(String line, int from) {
    int end = from;
    while (end > 0 && "-+\u2212$€£¥₹(['\"`".indexOf(line.charAt(end - 1)) >= 0) {
      end--;
    }
    return line.substring(Math.max(0, end - REACH_CHARS), end).toLowerCase(Locale.ROOT);
  }
}
