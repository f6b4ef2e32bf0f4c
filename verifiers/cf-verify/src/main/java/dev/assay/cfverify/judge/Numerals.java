package dev.assay.cfverify.judge;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers that are not written in the digits 0 to 9. */
final class Numerals {

  private static final String UNITS = "one|two|three|four|five|six|seven|eight|nine";

  private static final Map<String, Integer> WORDS =
      Map.ofEntries(
          Map.entry("zero", 0),
          Map.entry("one", 1),
          Map.entry("two", 2),
          Map.entry("three", 3),
          Map.entry("four", 4),
          Map.entry("five", 5),
          Map.entry("six", 6),
          Map.entry("seven", 7),
          Map.entry("eight", 8),
          Map.entry("nine", 9),
          Map.entry("ten", 10),
          Map.entry("eleven", 11),
          Map.entry("twelve", 12),
          Map.entry("thirteen", 13),
          Map.entry("fourteen", 14),
          Map.entry("fifteen", 15),
          Map.entry("sixteen", 16),
          Map.entry("seventeen", 17),
          Map.entry("eighteen", 18),
          Map.entry("nineteen", 19),
          Map.entry("twenty", 20),
          Map.entry("thirty", 30),
          Map.entry("forty", 40),
          Map.entry("fifty", 50),
          Map.entry("sixty", 60),
          Map.entry("seventy", 70),
          Map.entry("eighty", 80),
          Map.entry("ninety", 90));

  private static final List<String> ORDINALS =
      List.of(
          "first",
          "second",
          "third",
          "fourth",
          "fifth",
          "sixth",
          "seventh",
          "eighth",
          "ninth",
          "tenth",
          "eleventh",
          "twelfth");

  /** Before them "second" is a time. */
  private static final Pattern TIME_OF_A_SECOND =
      Pattern.compile("\\b(?:a|per|each|every|one|half|split|of)[ -]$", Pattern.CASE_INSENSITIVE);

  private static final Set<String> VAGUE =
      Set.of(
          "half",
          "twice",
          "thrice",
          "doubled",
          "tripled",
          "quadrupled",
          "halved",
          "couple",
          "dozens",
          "hundreds",
          "thousands",
          "millions",
          "billions",
          "none",
          "nil");

  private static final Pattern UNIT_OF_TEN =
      Pattern.compile("[- ](" + UNITS + ")(?!\\w)", Pattern.CASE_INSENSITIVE);

  private static final Pattern SCALE =
      Pattern.compile(
          "[ -](hundred|thousand|million|billion|trillion|quadrillion|lakh|crore|dozen)s?(?!\\w)"
              + "| (mio|bn)(?!\\w)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern MORE =
      Pattern.compile(
          "[ -](?:and )?(?:"
              + String.join("|", WORDS.keySet())
              + "|hundred|thousand|million)(?!\\w)",
          Pattern.CASE_INSENSITIVE);

  private static final int TENS_MIN = 20;

  /**
   * A number in words.
   *
   * @param value null when it goes on in a way that is not calculated with
   */
  record Read(@Nullable BigDecimal value, int end) {}

  /** What a word multiplies the number before it by. */
  record Scale(BigDecimal factor, int end) {}

  private Numerals() {}

  /** The number whose first word is {@code [from, end)} of {@code line}; null for another word. */
  static @Nullable Read read(String line, int from, int end) {
    String word = line.substring(from, end).toLowerCase(Locale.ROOT);
    boolean one = word.equals("a") || word.equals("an") || word.equals("one");
    Integer known = one ? Integer.valueOf(1) : WORDS.get(word);
    if (known == null) {
      return null;
    }
    int value = known;
    int at = end;
    Matcher unit = at(UNIT_OF_TEN, line, at);
    if (value >= TENS_MIN && unit.lookingAt()) {
      value += WORDS.getOrDefault(unit.group(1).toLowerCase(Locale.ROOT), 0);
      at = unit.end();
    }
    Scale scale = scale(line, at);
    if (scale == null) {
      // "one" alone is a pronoun as often as a number.
      return one ? null : new Read(BigDecimal.valueOf(value), at);
    }
    Matcher more = at(MORE, line, scale.end());
    return more.lookingAt()
        ? new Read(null, more.end())
        : new Read(BigDecimal.valueOf(value).multiply(scale.factor()), scale.end());
  }

  /** The digits of an ordinal in words, of the word {@code [from, end)}; null for another word. */
  static @Nullable String ordinal(String line, int from, int end) {
    int number = ORDINALS.indexOf(line.substring(from, end).toLowerCase(Locale.ROOT)) + 1;
    boolean time =
        number == 2 && TIME_OF_A_SECOND.matcher(line).region(Math.max(0, from - 9), from).find();
    return number == 0 || time ? null : Integer.toString(number);
  }

  /** Whether {@code word} tells a number without saying which, or of what. */
  static boolean isVague(String word) {
    return VAGUE.contains(word.toLowerCase(Locale.ROOT));
  }

  /** The word at {@code at} that multiplies; null for another. */
  static @Nullable Scale scale(String line, int at) {
    Matcher scale = at(SCALE, line, at);
    if (!scale.lookingAt()) {
      return null;
    }
    String word = scale.group(1) == null ? scale.group(2) : scale.group(1);
    return new Scale(factor(word.toLowerCase(Locale.ROOT)), scale.end());
  }

  private static BigDecimal factor(String word) {
    return switch (word) {
      case "dozen" -> BigDecimal.valueOf(12);
      case "hundred" -> BigDecimal.valueOf(100);
      case "thousand" -> BigDecimal.valueOf(1_000);
      case "lakh" -> BigDecimal.valueOf(100_000);
      case "million", "mio" -> BigDecimal.valueOf(1_000_000);
      case "crore" -> BigDecimal.valueOf(10_000_000);
      case "billion", "bn" -> BigDecimal.valueOf(1_000_000_000);
      case "trillion" -> BigDecimal.valueOf(1_000_000_000_000L);
      case "quadrillion" -> BigDecimal.valueOf(1_000_000_000_000_000L);
      default -> throw new IllegalStateException("no word that multiplies: " + word);
    };
  }

  private static Matcher at(Pattern pattern, String line, int at) {
    return pattern.matcher(line).region(at, line.length()).useTransparentBounds(true);
  }

  /** The digits of other scripts, and the wide forms of signs, as those that are read. */
  static String folded(String line) {
    if (line.chars().allMatch(c -> c < 0x80)) {
      return line;
    }
    StringBuilder out = new StringBuilder(line.length());
    line.codePoints().forEach(c -> out.appendCodePoint(folded(c)));
    return out.toString();
  }

  private static int folded(int c) {
    if (c >= 0x80 && Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER) {
      return '0' + Character.digit(c, 10);
    }
    return switch (c) {
      case '\u066a' -> '%';
      case '\u066b' -> '.';
      case '\u066c' -> ',';
      default -> c > '\uff00' && c < '\uff5f' ? c - 0xfee0 : c;
    };
  }

  /** Whether {@code c} is a number by itself: a fraction, a numeral in a circle, a roman one. */
  static boolean isOther(char c) {
    return switch (Character.getType(c)) {
      case Character.OTHER_NUMBER, Character.LETTER_NUMBER -> true;
      default -> false;
    };
  }
}
