package dev.assay.subresult.judge;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The words and numbers of one line of prose or code, found by a scanner that runs in linear time.
 *
 * <p>Identifiers are split at underscores and humps, words are lower-cased and stripped of the most
 * common endings, so that {@code retryLimits} and "the retry limit" meet.
 */
final class Words {

  private static final int NUMBER_CHARS_MAX = 30;

  private static final Set<String> FILLERS =
      Set.of(
          "a",
          "an",
          "the",
          "is",
          "are",
          "was",
          "were",
          "be",
          "been",
          "it",
          "its",
          "this",
          "that",
          "of",
          "in",
          "on",
          "at",
          "to",
          "for",
          "with",
          "by",
          "and",
          "or",
          "as",
          "from",
          "has",
          "have",
          "had",
          "will",
          "can",
          "may",
          "should",
          "does",
          "do",
          "did",
          "which",
          "when",
          "there",
          "than",
          "then",
          "any",
          "all",
          "into",
          "per",
          "via",
          "currently",
          "also");

  private static final Set<String> NEGATIONS =
      Set.of(
          "not", "no", "never", "without", "cannot", "isnt", "doesnt", "dont", "cant", "wont",
          "didnt", "wasnt", "arent", "hasnt", "nor");

  private static final Set<String> ORDINAL_ENDINGS = Set.of("st", "nd", "rd", "th");

  /** One token; a number keeps its canonical text. */
  record Word(String text, String stem, boolean number, boolean negated) {}

  private final List<Word> words = new ArrayList<>();
  private boolean negate;

  private Words() {}

  static List<Word> of(String line) {
    Words scanner = new Words();
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (isDigit(c)) {
        at = scanner.number(line, at);
      } else if (Character.isLetter(c)) {
        at = scanner.identifier(line, at);
      } else {
        at++;
      }
    }
    return scanner.words;
  }

  static boolean isFiller(Word word) {
    return !word.number() && (word.text().length() < 2 || FILLERS.contains(word.text()));
  }

  private int number(String line, int from) {
    int end = from;
    while (end < line.length() && isNumberChar(line, end)) {
      end++;
    }
    int unitEnd = end;
    while (unitEnd < line.length() && Character.isLetter(line.charAt(unitEnd))) {
      unitEnd++;
    }
    String unit = line.substring(end, unitEnd).toLowerCase(Locale.ROOT);
    String digits = line.substring(from, end);
    if (ORDINAL_ENDINGS.contains(unit)) {
      return unitEnd;
    }
    if (unit.startsWith("x") && digits.equals("0")) {
      return hexadecimal(line, from);
    }
    add(canonical(digits), true);
    return end;
  }

  private int hexadecimal(String line, int from) {
    int end = from;
    while (end < line.length() && Character.isLetterOrDigit(line.charAt(end))) {
      end++;
    }
    add(line.substring(from, end).toLowerCase(Locale.ROOT), true);
    return end;
  }

  /** Digits, and dots, commas or underscores with digits on both sides. */
  private static boolean isNumberChar(String line, int at) {
    char c = line.charAt(at);
    if (isDigit(c)) {
      return true;
    }
    boolean separator = c == '.' || c == ',' || c == '_';
    return separator
        && at > 0
        && isDigit(line.charAt(at - 1))
        && at + 1 < line.length()
        && isDigit(line.charAt(at + 1));
  }

  private static String canonical(String digits) {
    String plain = digits.replace("_", "").replace(",", "");
    int dots = plain.length() - plain.replace(".", "").length();
    if (dots > 1 || plain.length() > NUMBER_CHARS_MAX) {
      return plain;
    }
    BigDecimal value = new BigDecimal(plain);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private int identifier(String line, int from) {
    int end = from;
    while (end < line.length() && isIdentifierChar(line, end)) {
      end++;
    }
    String whole = line.substring(from, end);
    if (isVersionStart(whole, line, end)) {
      return number(line, from + 1);
    }
    String folded = whole.replace("'", "").replace("\u2019", "").toLowerCase(Locale.ROOT);
    if (NEGATIONS.contains(folded)) {
      negate = true;
      return end;
    }
    for (String part : parts(whole)) {
      add(part.toLowerCase(Locale.ROOT), false);
    }
    return end;
  }

  private static boolean isIdentifierChar(String line, int at) {
    char c = line.charAt(at);
    if (Character.isLetterOrDigit(c) || c == '_') {
      return true;
    }
    boolean apostrophe = c == '\'' || c == '\u2019';
    return apostrophe && at + 1 < line.length() && Character.isLetter(line.charAt(at + 1));
  }

  /** "v1.2" is the number 1.2. */
  private static boolean isVersionStart(String whole, String line, int end) {
    boolean marked = whole.length() > 1 && (whole.charAt(0) == 'v' || whole.charAt(0) == 'V');
    return marked
        && whole.chars().skip(1).allMatch(Words::isDigit)
        && end + 1 < line.length()
        && line.charAt(end) == '.'
        && isDigit(line.charAt(end + 1));
  }

  private static List<String> parts(String identifier) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = 0; at <= identifier.length(); at++) {
      boolean end = at == identifier.length();
      boolean gap = !end && (identifier.charAt(at) == '_' || identifier.charAt(at) == '\'');
      boolean hump =
          !end
              && at > 0
              && Character.isUpperCase(identifier.charAt(at))
              && Character.isLowerCase(identifier.charAt(at - 1));
      if (end || gap || hump) {
        if (at > from) {
          parts.add(identifier.substring(from, at));
        }
        from = gap ? at + 1 : at;
      }
    }
    return parts;
  }

  private void add(String text, boolean number) {
    Word word = new Word(text, number ? text : stem(text), number, negate && !number);
    words.add(word);
    if (!number && !isFiller(word)) {
      negate = false;
    }
  }

  private static String stem(String word) {
    for (String ending : List.of("ing", "ed", "es", "s")) {
      if (word.endsWith(ending) && word.length() - ending.length() >= 3 && !word.endsWith("ss")) {
        return trimE(word.substring(0, word.length() - ending.length()));
      }
    }
    return trimE(word);
  }

  private static String trimE(String word) {
    return word.length() > 3 && word.endsWith("e") ? word.substring(0, word.length() - 1) : word;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
