package dev.assay.policygate;

import java.util.List;
import java.util.Locale;

/** Tells a credential from a name, a placeholder or a documented example. */
final class Credible {

  private static final List<String> PLACEHOLDERS =
      List.of(
          "example",
          "placeholder",
          "changeme",
          "change_me",
          "dummy",
          "redacted",
          "your",
          "xxxx",
          "****",
          "....",
          "insert",
          "sample",
          "${",
          "{{",
          "<",
          "0000000",
          "notasecret",
          "fake");

  private Credible() {}

  static boolean credible(ScanRule rule, String found) {
    String lower = found.toLowerCase(Locale.ROOT);
    if (PLACEHOLDERS.stream().anyMatch(lower::contains)) {
      return false;
    }
    if (rule.generic() && !(hasDigit(found) && hasLetter(found))) {
      return false;
    }
    return entropy(found) >= rule.entropyMin();
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean hasLetter(String text) {
    return text.chars().anyMatch(c -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z');
  }

  /** Shannon entropy of the Latin-1 text in bits per character. */
  static double entropy(String text) {
    int[] counts = new int[256];
    text.chars().forEach(c -> counts[c & 0xff]++);
    double bits = 0;
    for (int count : counts) {
      if (count > 0) {
        double share = (double) count / text.length();
        bits -= share * Math.log(share) / Math.log(2);
      }
    }
    return bits;
  }
}
