package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds lines that deny, without a word for it, what a claim affirms: {@code key != null}, {@code
 * flag = !true}, "0 tests failed", "will be enabled", {@code [1,5)} for {@code [1,5]}.
 */
final class Denials {

  private static final Pattern NEGATIVE =
      Pattern.compile(
          "(?i).*(?:\\b(?:not|no|none|never|without|cannot|neither|nor|missing|absent|disabled|empty"
              + "|false|invalid|unset|lacks?|fails?|failed|undefined|unless|zero)\\b|n['\u2019]t\\b|!).*");

  private static final Pattern UNEQUAL =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_])([\\p{L}\\p{N}_]{1,80}+)[\"')\\]]{0,3}\\s{0,9}+(?:!==?|<>|\u2260|/=|\\bis\\s+not\\b)\\s*[\"'(]{0,3}([\\p{L}\\p{N}_]+)");

  private static final Pattern INVERTED =
      Pattern.compile("(?:!(?!=)\\s*\\(?|(?i:\\bnot)\\s+\\(?)([\\p{L}_][\\p{L}\\p{N}_]*)");

  private static final Pattern FALSE =
      Pattern.compile(
          "(?i)([\\p{L}_]{1,80}+)[\"']?\\s?[:=]\\s?[\"']?(?:false|no|off|none|null)\\b");

  private static final Pattern NO =
      Pattern.compile("(?i)\\b(?:no|zero|none of)\\s(?:the\\s)?(\\p{L}{1,40}+)");

  private static final Pattern INTERVAL =
      Pattern.compile("([\\[(\\]])\\s*([-+\\w.]+)\\s*[,;]\\s*([-+\\w.]+)\\s*([\\])\\[])");

  private static final Pattern NOW = Pattern.compile("(?i).*\\b(?:is|are|has|have)\\b.*");
  private static final Pattern LATER =
      Pattern.compile("(?i).*\\b(?:will|shall|would|going to|about to|to be|until)\\b.*");

  private static final Pattern WORD_ENDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  private Denials() {}

  /** Whether {@code line} denies what {@code claim} affirms, or says it of another time. */
  static boolean in(String claim, String line) {
    return affirms(claim) && isUnequal(claim, line)
        || isInverted(claim, line)
        || isFalse(claim, line)
        || isOfNone(claim, line)
        || isOtherInterval(claim, line)
        || isLater(claim, line);
  }

  private static boolean affirms(String claim) {
    return !NEGATIVE.matcher(claim).matches();
  }

  private static String without(String claim, String word) {
    return claim.replaceAll("(?i)\\b" + word + "\\b", "");
  }

  private static boolean isUnequal(String claim, String line) {
    Set<String> claimed = words(claim);
    return UNEQUAL
        .matcher(line)
        .results()
        .anyMatch(found ->
            claimed.containsAll(words(found.group(1)))
                && claimed.containsAll(words(found.group(2))));
  }

  private static boolean isInverted(String claim, String line) {
    Set<String> claimed = words(claim);
    return INVERTED
        .matcher(line)
        .results()
        .map(found -> found.group(1))
        .anyMatch(word -> claimed.containsAll(words(word)) && affirms(without(claim, word)));
  }

  /**
   * Whether a word of the claim has a value that says no; {@link Polarity} knows words of state.
   */
  private static boolean isFalse(String claim, String line) {
    Set<String> claimed = words(claim);
    return affirms(claim)
        && !claimed.contains("null")
        && LineTokens.of(claim).stream().noneMatch(Polarity::isPole)
        && FALSE
            .matcher(line)
            .results()
            .anyMatch(found -> claimed.containsAll(words(found.group(1))));
  }

  /** Whether the line counts none of what the claim speaks of: "0 tests failed". */
  private static boolean isOfNone(String claim, String line) {
    List<Word> claimed = LineTokens.of(claim);
    Set<String> stems = claimed.stream().map(Word::stem).collect(Collectors.toSet());
    if (!affirms(without(claim, "fail(?:s|ed)?")) || claimed.stream().anyMatch(Denials::isZero)) {
      return false;
    }
    if (NO.matcher(line).results().anyMatch(found -> stems.contains(stem(found.group(1))))) {
      return true;
    }
    List<Word> said = LineTokens.of(line);
    for (int at = 0; at < said.size(); at++) {
      boolean counts = at + 1 < said.size() && !said.get(at + 1).apart();
      int of = counts ? at + 1 : at - 1;
      if (isZero(said.get(at)) && of >= 0 && stems.contains(said.get(of).stem())) {
        return claimed.stream().noneMatch(Word::number);
      }
    }
    return false;
  }

  private static String stem(String word) {
    return LineTokens.stem(word.toLowerCase(Locale.ROOT));
  }

  private static boolean isZero(Word word) {
    BigDecimal value = word.quantity() == null ? null : word.quantity().value();
    return value != null && value.signum() == 0;
  }

  private static boolean isOtherInterval(String claim, String line) {
    Set<String> said = new HashSet<>();
    Set<String> ends = new HashSet<>();
    for (Matcher found = INTERVAL.matcher(line); found.find(); ) {
      ends.add(found.group(2) + "," + found.group(3));
      said.add(spelled(found));
    }
    for (Matcher found = INTERVAL.matcher(claim); found.find(); ) {
      if (ends.contains(found.group(2) + "," + found.group(3)) && !said.contains(spelled(found))) {
        return true;
      }
    }
    return false;
  }

  private static String spelled(Matcher found) {
    return found.group(1) + found.group(2) + "," + found.group(3) + found.group(4);
  }

  private static boolean isLater(String claim, String line) {
    return NOW.matcher(claim).matches()
        && !LATER.matcher(claim).matches()
        && LATER.matcher(line).matches()
        && !Qualifiers.isCode(line);
  }

  private static Set<String> words(String text) {
    return WORD_ENDS
        .splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }
}
