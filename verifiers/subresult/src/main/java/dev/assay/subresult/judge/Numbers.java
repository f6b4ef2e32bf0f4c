package dev.assay.subresult.judge;

import dev.assay.subresult.judge.Words.Word;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares the numbers of a claim with those of a snippet. */
final class Numbers {

  private static final int REACH = 3;

  /** Snippets with more different numbers are compared by equality only. */
  private static final int COMPARED_NUMBERS_MAX = 2_000;

  /** Factors between the same quantity in two units: powers of ten, of 1024, and time. */
  private static final Set<BigDecimal> UNIT_FACTORS = unitFactors();

  private static final Set<String> PLACE_WORDS = Set.of("line", "column", "page", "section");

  private Numbers() {}

  /** The claim's numbers that the snippet does not hold, in any unit; positions in lines aside. */
  static List<Integer> missing(List<Word> claim, List<List<Word>> lines) {
    Set<String> present = new HashSet<>();
    lines.forEach(line -> line.stream().filter(Word::number).forEach(w -> present.add(w.text())));
    List<Integer> missing = new ArrayList<>();
    for (int at = 0; at < claim.size(); at++) {
      Word word = claim.get(at);
      boolean place = at > 0 && PLACE_WORDS.contains(singular(claim.get(at - 1).text()));
      if (word.number() && !place && !holds(present, word.text())) {
        missing.add(at);
      }
    }
    return missing;
  }

  /**
   * Whether a line gives another number for the very thing that a missing number of the claim is
   * about: {@code port=9090} against "port is 8080".
   */
  static boolean contradicts(List<Word> claim, List<Integer> missing, List<List<Word>> lines) {
    Set<String> claimed = new HashSet<>();
    claim.stream().filter(Word::number).forEach(word -> claimed.add(word.text()));
    for (int at : missing) {
      Set<String> keys = keysAround(claim, at);
      for (List<Word> line : lines) {
        boolean agrees = line.stream().anyMatch(w -> w.number() && claimed.contains(w.text()));
        if (!agrees && namesAnother(line, keys)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean namesAnother(List<Word> line, Set<String> keys) {
    for (int i = 0; i < line.size(); i++) {
      if (line.get(i).number() || !keys.contains(line.get(i).stem())) {
        continue;
      }
      for (int j = Math.max(0, i - 1); j < line.size() && j <= i + REACH; j++) {
        if (line.get(j).number()) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<String> keysAround(List<Word> claim, int at) {
    Set<String> keys = new HashSet<>();
    for (int i = Math.max(0, at - REACH); i < claim.size() && i <= at + 1; i++) {
      if (!claim.get(i).number() && !Words.isFiller(claim.get(i))) {
        keys.add(claim.get(i).stem());
      }
    }
    return keys;
  }

  private static boolean holds(Set<String> present, String number) {
    if (present.contains(number)) {
      return true;
    }
    if (!isDecimal(number) || present.size() > COMPARED_NUMBERS_MAX) {
      return false;
    }
    BigDecimal value = new BigDecimal(number);
    for (String other : present) {
      if (isDecimal(other) && sameInOtherUnit(value, new BigDecimal(other))) {
        return true;
      }
    }
    return false;
  }

  private static boolean sameInOtherUnit(BigDecimal a, BigDecimal b) {
    if (a.signum() == 0 || b.signum() == 0) {
      return false;
    }
    BigDecimal ratio = a.max(b).divide(a.min(b), MathContext.DECIMAL64).stripTrailingZeros();
    return UNIT_FACTORS.contains(ratio);
  }

  private static boolean isDecimal(String number) {
    return number.length() <= 30
        && number.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')
        && number.indexOf('.') == number.lastIndexOf('.');
  }

  private static String singular(String word) {
    return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
  }

  private static Set<BigDecimal> unitFactors() {
    Set<BigDecimal> factors = new HashSet<>();
    for (int power = 2; power <= 12; power++) {
      factors.add(BigDecimal.TEN.pow(power).stripTrailingZeros());
    }
    for (int power = 1; power <= 4; power++) {
      factors.add(BigDecimal.valueOf(1024).pow(power).stripTrailingZeros());
    }
    for (int time : new int[] {60, 3_600, 86_400, 60_000, 3_600_000, 86_400_000}) {
      factors.add(BigDecimal.valueOf(time).stripTrailingZeros());
    }
    return factors;
  }
}
