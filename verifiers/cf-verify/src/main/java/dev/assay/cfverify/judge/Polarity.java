package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.LineTokens.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds snippets that say the opposite of a claim: "enabled" against "disabled", "supports" against
 * "does not support".
 *
 * <p>Only lines that speak of the claim's subject count, conditions aside, and a snippet that says
 * both says nothing.
 */
final class Polarity {

  private static final int MIXED = 2;

  /** Two sets of words that mean the opposite of each other. */
  private record Pair(Set<String> positive, Set<String> negative) {

    /** 1, -1, or 0 when {@code word} is in neither set. */
    int pole(Word word) {
      int sign = word.negated() ? -1 : 1;
      if (positive.contains(word.text())) {
        return sign;
      }
      return negative.contains(word.text()) ? -sign : 0;
    }

    /** The one pole of {@code words}, 0 for none, {@link #MIXED} for both. */
    int pole(List<Word> words) {
      int found = 0;
      for (Word word : words) {
        int pole = pole(word);
        if (pole != 0 && found == -pole) {
          return MIXED;
        }
        found = pole == 0 ? found : pole;
      }
      return found;
    }
  }

  /**
   * Something that is or is not so: said by a word of state, by a truth value, or by both, as in
   * {@code enabled=false}.
   *
   * @param valueAlone whether a truth value without a word of state speaks of it
   */
  private record Axis(Pair state, boolean valueAlone) {

    int pole(List<Word> words) {
      int stated = state.pole(words);
      int value = TRUTH.pole(words);
      if (stated == MIXED || value == MIXED) {
        return 0;
      }
      if (stated == 0) {
        return valueAlone ? value : 0;
      }
      return value == 0 ? stated : stated * value;
    }
  }

  private static final Pair TRUTH = new Pair(Set.of("true"), Set.of("false"));

  private static final List<Axis> AXES =
      List.of(
          new Axis(
              new Pair(
                  Set.of("enabled", "enable", "enables"),
                  Set.of("disabled", "disable", "disables")),
              true),
          new Axis(
              new Pair(
                  Set.of("increased", "increases", "increase", "rose", "rises", "grew", "grows"),
                  Set.of(
                      "decreased",
                      "decreases",
                      "decrease",
                      "fell",
                      "falls",
                      "dropped",
                      "drops",
                      "shrank")),
              false),
          state("faster", "slower"),
          state("passed passes pass succeeded succeeds succeed", "failed fails fail"),
          state("required mandatory", "optional"),
          state("valid", "invalid expired"),
          state("encrypted", "unencrypted plaintext cleartext"),
          state("stateless", "stateful"),
          state("mutable", "immutable"),
          state("synchronous synchronously sync", "asynchronous asynchronously async"),
          state("ordered", "unordered"),
          state("trusted", "untrusted"),
          state("healthy", "unhealthy"),
          state("open", "closed"),
          state("ascending", "descending"),
          state("allowed allows allow permits permitted", "denied denies forbidden forbids"),
          state("accepts accepted", "rejects rejected"),
          state("blocking", "nonblocking"),
          state("online", "offline"),
          new Axis(
              new Pair(Set.of("present", "exists", "exist"), Set.of("absent", "missing")), false));

  private static Axis state(String positive, String negative) {
    return new Axis(
        new Pair(Set.of(positive.split(" ", -1)), Set.of(negative.split(" ", -1))), false);
  }

  /** Whether {@code word} is one of a pair of opposites, so that another one may say the same. */
  static boolean isPole(Word word) {
    return TRUTH.pole(word) != 0 || AXES.stream().anyMatch(axis -> axis.state().pole(word) != 0);
  }

  private static final Set<String> CONDITIONALS =
      Set.of(
          "if",
          "elif",
          "else",
          "when",
          "unless",
          "until",
          "while",
          "whether",
          "otherwise",
          "assert");

  /** Snippets of so few lines are about the claim even when they name nothing of it. */
  private static final int SHORT_SNIPPET_LINES = 2;

  private Polarity() {}

  static boolean contradicts(List<Word> claim, List<List<Word>> snippet) {
    if (isConditional(claim)) {
      return false;
    }
    List<List<Word>> lines = snippet.stream().filter(line -> !isConditional(line)).toList();
    Set<String> subject = subject(claim);
    boolean anyLine = snippet.size() <= SHORT_SNIPPET_LINES;
    for (Axis axis : AXES) {
      int claimed = axis.pole(claim);
      if (claimed != 0 && claimed == -poleOf(axis, lines, subject, anyLine)) {
        return true;
      }
    }
    return negationContradicts(claim, subject, lines);
  }

  /** What holds under a condition contradicts nothing by itself. */
  private static boolean isConditional(List<Word> words) {
    return words.stream().anyMatch(word -> CONDITIONALS.contains(word.text()));
  }

  /** The one pole of the lines that speak of the subject; 0 for none or both. */
  private static int poleOf(
      Axis axis, List<List<Word>> lines, Set<String> subject, boolean anyLine) {
    int found = 0;
    for (List<Word> line : lines) {
      int pole = axis.pole(line);
      if (pole == 0 || !(anyLine || line.stream().anyMatch(w -> subject.contains(w.stem())))) {
        continue;
      }
      if (found == -pole) {
        return 0;
      }
      found = pole;
    }
    return found;
  }

  /** The claim's words that say what it is about. */
  private static Set<String> subject(List<Word> claim) {
    Set<String> stems = new HashSet<>();
    for (Word word : claim) {
      if (!word.number() && !isPole(word) && !LineTokens.isFiller(word)) {
        stems.add(word.stem());
      }
    }
    return stems;
  }

  private static boolean negationContradicts(
      List<Word> claim, Set<String> subject, List<List<Word>> lines) {
    for (Word word : claim) {
      if (!subject.contains(word.stem())) {
        continue;
      }
      boolean same = false;
      boolean opposite = false;
      for (List<Word> line : lines) {
        for (Word other : line) {
          if (other.stem().equals(word.stem()) && !other.number()) {
            same |= other.negated() == word.negated();
            opposite |= other.negated() != word.negated() && coversMost(subject, line);
          }
        }
      }
      if (opposite && !same) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code line} names at least two, and three of five, of the claim's words. */
  private static boolean coversMost(Set<String> subject, List<Word> line) {
    long covered = line.stream().map(Word::stem).distinct().filter(subject::contains).count();
    return covered >= 2 && covered * 5 >= subject.size() * 3L;
  }
}
