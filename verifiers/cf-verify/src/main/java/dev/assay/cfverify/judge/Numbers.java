package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import dev.assay.cfverify.judge.Quantity.Bound;
import dev.assay.cfverify.judge.Quantity.Match;
import dev.assay.cfverify.judge.Quantity.Place;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Compares the numbers of a claim with those of a snippet. Each number of the claim is held against
 * those numbers of the snippet that share most of the words around it.
 */
final class Numbers {

  /** How a claim's numbers stand in the snippet, from best to worst. */
  enum Verdict {
    /** The snippet holds them all, or the claim has none. */
    HELD,
    /** One is not there, and neither is any other number. */
    ABSENT,
    /** One is not there; others are, but about something else. */
    MISSING,
    /** One may be there or not: a unit is missing, or it is a bound or a guess. */
    UNKNOWN,
    /** Another number stands in the place of one. */
    DIFFERENT
  }

  private static final int REACH = 3;

  /** Lines of so few words are taken for the heading of the next. */
  private static final int HEADING_WORDS_MAX = 3;

  /** Numbers of a claim that are compared; a claim with more is not understood. */
  private static final int CLAIMED_MAX = 40;

  /** Of two letters and more, up to 39; longer ones and those with other letters are words, too. */
  private static final Pattern ROMAN =
      Pattern.compile("(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})", Pattern.CASE_INSENSITIVE);

  private static final Set<String> UPPER_LIMITS = Set.of("max", "maximum", "limit", "cap", "most");
  private static final Set<String> LOWER_LIMITS = Set.of("min", "minimum", "least");

  /**
   * A number of the snippet and the words that it stands among.
   *
   * @param beside stems of the words directly before and after it
   */
  private record Found(Quantity quantity, Set<String> keys, Set<String> beside) {

    /** Whether it counts some of what has the stem {@code counted}. */
    boolean counts(String counted) {
      BigDecimal value = quantity.value();
      return beside.contains(counted)
          && value != null
          && value.signum() > 0
          && !quantity.negated()
          && quantity.bound() == Bound.EXACT;
    }
  }

  private final List<Found> found = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> denied = new HashSet<>();
  private final Map<String, Set<String>> numbered = new HashMap<>();

  private Numbers(List<List<Word>> lines) {
    Set<String> heading = Set.of();
    for (List<Word> line : lines) {
      boolean numberless = line.stream().noneMatch(Word::number);
      for (int at = 0; at < line.size(); at++) {
        Word word = line.get(at);
        Quantity quantity = word.quantity();
        if (quantity != null) {
          Set<String> keys = keysAround(line, at);
          keys.addAll(heading);
          found.add(new Found(quantity, keys, beside(line, at)));
        } else {
          names.add(word.text());
          if (word.negated()) {
            denied.add(word.stem());
          }
          numbered.computeIfAbsent(letters(word), _ -> new HashSet<>()).add(word.text());
        }
      }
      heading =
          numberless && line.size() <= HEADING_WORDS_MAX
              ? new HashSet<>(line.stream().map(Word::stem).toList())
              : numberless ? Set.of() : heading;
    }
  }

  static Verdict compare(List<Word> claim, List<List<Word>> lines) {
    if (claim.stream().filter(Word::number).count() > CLAIMED_MAX) {
      return Verdict.UNKNOWN;
    }
    Numbers snippet = new Numbers(lines);
    List<Quantity> claimed = claim.stream().map(Word::quantity).filter(Objects::nonNull).toList();
    Verdict worst = Verdict.HELD;
    for (int at = 0; at < claim.size(); at++) {
      Word word = claim.get(at);
      Quantity quantity = word.quantity();
      Verdict verdict =
          quantity == null
              ? worse(snippet.ofName(word), snippet.ofNone(word, claimed))
              : snippet.verdict(quantity, keysAround(claim, at), beside(claim, at));
      worst = worse(verdict, worst);
    }
    return worst;
  }

  private static Verdict worse(Verdict one, Verdict other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private Verdict verdict(Quantity claimed, Set<String> keys, Set<String> beside) {
    if (claimed.place() == Place.POSITION) {
      return Verdict.HELD;
    }
    boolean sameSomewhere = false;
    int nearest = 0;
    Set<Match> matches = new HashSet<>();
    for (Found other : found) {
      Match match = match(claimed, keys, other);
      if (match == Match.UNRELATED || other.quantity().place() == Place.POSITION) {
        continue;
      }
      sameSomewhere |= match == Match.SAME;
      int shared = shared(keys, other.keys());
      if (shared > nearest) {
        nearest = shared;
        matches.clear();
      }
      if (shared > 0 && shared == nearest) {
        matches.add(match);
      }
    }
    if (matches.contains(Match.SAME) || matches.isEmpty() && sameSomewhere) {
      return Verdict.HELD;
    }
    if (matches.isEmpty()) {
      if (beside.stream().anyMatch(denied::contains)) {
        return Verdict.UNKNOWN;
      }
      Verdict missing = found.isEmpty() ? Verdict.ABSENT : Verdict.MISSING;
      return claimed.place() == Place.LABEL ? Verdict.HELD : missing;
    }
    return sameSomewhere || matches.contains(Match.UNKNOWN) ? Verdict.UNKNOWN : Verdict.DIFFERENT;
  }

  /** A limit is a bound that is written as a plain number. */
  private static Match match(Quantity claimed, Set<String> keys, Found other) {
    Quantity given = other.quantity();
    if (given.bound() == Bound.EXACT && names(other.keys(), claimed.bound())) {
      return claimed.exact().compare(given);
    }
    if (claimed.bound() == Bound.EXACT && names(keys, given.bound())) {
      return claimed.compare(given.exact());
    }
    return claimed.compare(given);
  }

  private static boolean names(Set<String> keys, Bound bound) {
    return switch (bound) {
      case AT_MOST -> keys.stream().anyMatch(UPPER_LIMITS::contains);
      case AT_LEAST -> keys.stream().anyMatch(LOWER_LIMITS::contains);
      case EXACT, ABOUT, MORE, LESS, FORMER -> false;
    };
  }

  /**
   * A name with a number in it, such as {@code sha256}, beside the same name with another; or a
   * roman numeral beside other numbers.
   */
  private Verdict ofName(Word word) {
    if (ROMAN.matcher(word.text()).matches() && !names.contains(word.text()) && !found.isEmpty()) {
      return Verdict.UNKNOWN;
    }
    String letters = letters(word);
    boolean another =
        letters.length() < word.text().length()
            && !names.contains(word.text())
            && numbered.getOrDefault(letters, Set.of()).stream().anyMatch(n -> !n.equals(letters));
    return another ? Verdict.UNKNOWN : Verdict.HELD;
  }

  /** "No errors" beside a number of errors that the claim does not speak of. */
  private Verdict ofNone(Word word, List<Quantity> claimed) {
    boolean some =
        word.negated()
            && found.stream()
                .filter(other -> other.counts(word.stem()))
                .map(Found::quantity)
                .anyMatch(given -> claimed.stream().noneMatch(c -> c.compare(given) == Match.SAME));
    return some ? Verdict.UNKNOWN : Verdict.HELD;
  }

  private static String letters(Word word) {
    String text = word.text();
    int end = text.length();
    while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  private static int shared(Set<String> keys, Set<String> others) {
    int shared = 0;
    for (String key : keys) {
      shared += others.contains(key) ? 1 : 0;
    }
    return shared;
  }

  private static Set<String> beside(List<Word> words, int at) {
    Set<String> beside = new HashSet<>();
    if (at > 0 && !words.get(at - 1).number()) {
      beside.add(words.get(at - 1).stem());
    }
    if (at + 1 < words.size() && !words.get(at + 1).number() && !words.get(at + 1).apart()) {
      beside.add(words.get(at + 1).stem());
    }
    return beside;
  }

  /** The stems of the words around a number, up to the next number on either side. */
  private static Set<String> keysAround(List<Word> words, int at) {
    Set<String> keys = new HashSet<>();
    int taken = 0;
    for (int i = at - 1; i >= 0 && taken < REACH && !words.get(i).number(); i--) {
      if (!LineTokens.isFiller(words.get(i))) {
        keys.add(words.get(i).stem());
        taken++;
      }
    }
    if (at + 1 < words.size()) {
      Word next = words.get(at + 1);
      if (!next.number() && !next.apart() && !LineTokens.isFiller(next)) {
        keys.add(next.stem());
      }
    }
    return keys;
  }
}
