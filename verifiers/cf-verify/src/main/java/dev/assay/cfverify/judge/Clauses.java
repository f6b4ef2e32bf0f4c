package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import dev.assay.cfverify.judge.Quantity.Bound;
import dev.assay.cfverify.judge.Quantity.Match;
import dev.assay.cfverify.judge.Quantity.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds numbers that a snippet gives for something else than the claim does: 10 of {@code 2023: 20,
 * 2024: 10} for the year 2023, or of a row or column of a table for another one.
 */
final class Clauses {

  private static final Pattern ENDS = Pattern.compile("[,;|\\t]|\\s(?:and|but|while)\\s");
  private static final Pattern LETTER =
      Pattern.compile("(?<![\\p{L}\\p{N}'])\\p{Lu}(?![\\p{L}\\p{N}'.])");

  /** Names of several humps. */
  private static final Pattern WHOLE = Pattern.compile("\\p{L}{2,40}+(?![\\p{L}\\p{N}])");

  /** Clauses that are compared; a longer snippet is not a table to look in. */
  private static final int CLAUSES_MAX = 2_000;

  /**
   * A part of a line.
   *
   * @param words its words' stems, with the texts of its numbers and its single letters
   * @param numberFirst whether it begins with a number
   */
  private record Clause(
      int line, Set<String> words, List<Quantity> numbers, boolean numberFirst, Set<String> lead) {}

  private final List<Clause> clauses = new ArrayList<>();
  private final List<Quantity> claimed;

  private Clauses(String snippet, List<Quantity> claimed) {
    this.claimed = claimed;
    List<String> lines = snippet.lines().toList();
    for (int at = 0; at < lines.size() && clauses.size() < CLAUSES_MAX; at++) {
      Set<String> lead = lead(lines.get(at));
      for (String part : ENDS.split(lines.get(at).strip(), -1)) {
        List<Word> words = LineTokens.of(part);
        List<Quantity> numbers = numbers(words);
        if (!words.isEmpty()) {
          clauses.add(new Clause(at, keys(part), numbers, words.getFirst().number(), lead));
        }
      }
    }
  }

  /** Whether a number of {@code claim} is in {@code snippet}, but beside other words of it. */
  static boolean belongElsewhere(String claim, String snippet) {
    List<Quantity> claimed =
        numbers(LineTokens.of(claim)).stream().filter(q -> q.place() != Place.POSITION).toList();
    return !claimed.isEmpty() && new Clauses(snippet, claimed).belongElsewhere(claim);
  }

  private boolean belongElsewhere(String claim) {
    Set<String> names = new HashSet<>(letters(claim));
    Told.names(claim).forEach(name -> names.addAll(keys(name)));
    claimed.forEach(number -> names.add(number.text()));
    Set<String> wanted = keys(claim);
    for (Quantity number : claimed) {
      List<Clause> holders = clauses.stream().filter(c -> holds(c, number)).toList();
      if (!holders.isEmpty()
          && holders.stream().noneMatch(h -> wanted.stream().allMatch(w -> fits(h, w, names)))) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code word} belongs to {@code holder}, or to nothing else. */
  private boolean fits(Clause holder, String word, Set<String> names) {
    if (holder.words().contains(word) || holder.numberFirst() && holder.lead().contains(word)) {
      return true;
    }
    List<Clause> others = clauses.stream().filter(c -> c.words().contains(word)).toList();
    if (others.stream().anyMatch(c -> c.line() == holder.line())) {
      return others.stream().noneMatch(c -> c.line() == holder.line() && isOfAnother(c));
    }
    return !names.contains(word)
        || others.stream().noneMatch(c -> isOfAnotherRow(c.line()) || isColumn(c, holder));
  }

  /** Whether it has a number that the claim does not speak of. */
  private boolean isOfAnother(Clause clause) {
    return clause.numbers().stream()
        .anyMatch(n -> n.bound() != Bound.FORMER && claimed.stream().noneMatch(c -> same(c, n)));
  }

  private boolean isOfAnotherRow(int line) {
    return clauses.stream().anyMatch(c -> c.line() == line && isOfAnother(c));
  }

  /** Whether {@code head} is one of several in a line without numbers above a row of numbers. */
  private boolean isColumn(Clause head, Clause holder) {
    List<Clause> heads = clauses.stream().filter(c -> c.line() == head.line()).toList();
    long row =
        clauses.stream().filter(c -> c.line() == holder.line() && !c.numbers().isEmpty()).count();
    return heads.size() > 1 && heads.stream().allMatch(c -> c.numbers().isEmpty()) && row > 1;
  }

  private static boolean holds(Clause clause, Quantity number) {
    return clause.numbers().stream().anyMatch(other -> same(number, other));
  }

  private static boolean same(Quantity one, Quantity other) {
    return one.exact().compare(other.exact()) == Match.SAME;
  }

  private static List<Quantity> numbers(List<Word> words) {
    return words.stream().filter(Word::number).map(Word::quantity).toList();
  }

  /** The words before the first number of a line. */
  private static Set<String> lead(String line) {
    Set<String> lead = new HashSet<>();
    for (Word word : LineTokens.of(line)) {
      if (word.number()) {
        break;
      }
      lead.add(word.stem());
    }
    return lead;
  }

  private static Set<String> keys(String text) {
    Set<String> keys = letters(text);
    WHOLE.matcher(text).results().forEach(name -> keys.add(name.group().toLowerCase(Locale.ROOT)));
    for (Word word : LineTokens.of(text)) {
      if (!LineTokens.isFiller(word)) {
        keys.add(word.stem());
      }
    }
    return keys;
  }

  private static Set<String> letters(String text) {
    Set<String> letters = new HashSet<>();
    for (Matcher letter = LETTER.matcher(text); letter.find(); ) {
      boolean article = letter.start() == 0 && letter.group().equals("A") && text.length() > 2;
      if (!article || text.substring(1).strip().matches("[|,;:=].*")) {
        letters.add(letter.group().toLowerCase(Locale.ROOT));
      }
    }
    return letters;
  }
}
