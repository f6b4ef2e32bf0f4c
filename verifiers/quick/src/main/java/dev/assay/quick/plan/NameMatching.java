package dev.assay.quick.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Names as tables and tools spell them: ASCII folding, number, tokens (A.9.1, A.9.2, A.9.5). */
final class NameMatching {

  private static final double LEVENSHTEIN_MIN = 0.85;

  private NameMatching() {}

  /** {@code text} with A to Z in lower case and nothing else changed. */
  static String fold(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ('A' <= text.charAt(i) && text.charAt(i) <= 'Z') {
        return foldFrom(text, i);
      }
    }
    return text;
  }

  private static String foldFrom(String text, int from) {
    StringBuilder out = new StringBuilder(text);
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if ('A' <= c && c <= 'Z') {
        out.setCharAt(i, (char) (c + ('a' - 'A')));
      }
    }
    return out.toString();
  }

  /** The spellings under which a table is found. */
  static List<String> variants(String table) {
    String folded = fold(table);
    Set<String> variants = new LinkedHashSet<>();
    variants.add(table);
    variants.add(folded);
    variants.add(singular(folded));
    variants.add(plural(folded));
    return List.copyOf(variants);
  }

  static String singular(String word) {
    if (word.length() >= 4 && word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.endsWith("ses")
        || word.endsWith("xes")
        || word.endsWith("ches")
        || word.endsWith("shes")) {
      return word.substring(0, word.length() - 2);
    }
    boolean plain = word.length() > 1 && word.endsWith("s") && !word.endsWith("ss");
    return plain ? word.substring(0, word.length() - 1) : word;
  }

  static String plural(String word) {
    int length = word.length();
    if (length == 0 || word.endsWith("s")) {
      return word;
    }
    boolean consonantY =
        length >= 2 && word.endsWith("y") && "aeiouAEIOU".indexOf(word.charAt(length - 2)) < 0;
    return consonantY ? word.substring(0, length - 1) + "ies" : word + "s";
  }

  /** The distinct alphanumeric runs of a tool name, folded. */
  static Set<String> tokens(String toolName) {
    Set<String> tokens = new LinkedHashSet<>();
    int start = -1;
    for (int i = 0; i <= toolName.length(); i++) {
      boolean inside = i < toolName.length() && isAlphanumeric(toolName.charAt(i));
      if (inside && start < 0) {
        start = i;
      } else if (!inside && start >= 0) {
        tokens.add(fold(toolName.substring(start, i)));
        start = -1;
      }
    }
    return tokens;
  }

  private static boolean isAlphanumeric(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
  }

  /** Score of one token against one variant: 1, 0.75, 0.7 or 0. */
  static double score(String token, String variant) {
    if (token.equals(variant)) {
      return 1.0;
    }
    if (token.contains(variant) || variant.contains(token)) {
      return 0.75;
    }
    return Levenshtein.ratio(token, variant, LEVENSHTEIN_MIN) > 0 ? 0.7 : 0;
  }

  /** The best score of {@code token} against any of {@code variants}. */
  static double best(String token, List<String> variants) {
    double best = 0;
    for (String variant : variants) {
      best = Math.max(best, score(token, variant));
      if (best == 1.0) {
        break;
      }
    }
    return best;
  }
}
