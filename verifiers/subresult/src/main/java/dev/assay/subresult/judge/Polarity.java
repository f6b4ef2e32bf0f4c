package dev.assay.subresult.judge;

import dev.assay.subresult.judge.Words.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds snippets that say the opposite of a claim: "enabled" against "disabled", "supports" against
 * "does not support".
 *
 * <p>Only lines that speak of the claim's subject count, and a snippet that says both says nothing.
 */
final class Polarity {

  private record Axis(Set<String> positive, Set<String> negative) {

    /** 1, -1, or 0 when {@code word} is not on this axis. */
    int pole(Word word) {
      int sign = word.negated() ? -1 : 1;
      if (positive.contains(word.text())) {
        return sign;
      }
      return negative.contains(word.text()) ? -sign : 0;
    }
  }

  private static final List<Axis> AXES =
      List.of(
          new Axis(
              Set.of("enabled", "enable", "enables", "true"),
              Set.of("disabled", "disable", "disables", "false")),
          new Axis(Set.of("present", "exists", "exist"), Set.of("absent", "missing")));

  /** Snippets of so few lines are about the claim even when they name nothing of it. */
  private static final int SHORT_SNIPPET_LINES = 2;

  private Polarity() {}

  static boolean contradicts(List<Word> claim, List<List<Word>> lines) {
    Set<String> subject = subject(claim);
    boolean anyLine = lines.size() <= SHORT_SNIPPET_LINES;
    for (Axis axis : AXES) {
      int claimed = pole(axis, claim);
      if (claimed != 0 && claimed == -poleOf(axis, lines, subject, anyLine)) {
        return true;
      }
    }
    return negationContradicts(claim, subject, lines);
  }

  /** The one pole of {@code words} on {@code axis}; 0 for none or both. */
  private static int pole(Axis axis, List<Word> words) {
    int found = 0;
    for (Word word : words) {
      int pole = axis.pole(word);
      if (pole != 0 && found == -pole) {
        return 0;
      }
      found = pole == 0 ? found : pole;
    }
    return found;
  }

  private static int poleOf(
      Axis axis, List<List<Word>> lines, Set<String> subject, boolean anyLine) {
    int found = 0;
    for (List<Word> line : lines) {
      int pole = pole(axis, line);
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
      boolean pole = AXES.stream().anyMatch(axis -> axis.pole(word) != 0);
      if (!word.number() && !pole && !Words.isFiller(word)) {
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
