package dev.assay.cfverify.evidence;

/** Looks for one text in a stream of characters, in linear time (Knuth, Morris and Pratt). */
final class QuoteMatcher {

  private final String wanted;
  private final int[] fallback;
  private int matched;
  private boolean found;

  QuoteMatcher(String wanted) {
    this.wanted = wanted;
    this.fallback = fallbacks(wanted);
    this.found = wanted.isEmpty();
  }

  void accept(char c) {
    if (found) {
      return;
    }
    while (matched > 0 && wanted.charAt(matched) != c) {
      matched = fallback[matched - 1];
    }
    if (wanted.charAt(matched) == c) {
      matched++;
    }
    found = matched == wanted.length();
  }

  boolean found() {
    return found;
  }

  /** For each prefix, the length of its longest border. */
  private static int[] fallbacks(String wanted) {
    int[] fallback = new int[wanted.length()];
    int border = 0;
    for (int i = 1; i < wanted.length(); i++) {
      while (border > 0 && wanted.charAt(border) != wanted.charAt(i)) {
        border = fallback[border - 1];
      }
      if (wanted.charAt(border) == wanted.charAt(i)) {
        border++;
      }
      fallback[i] = border;
    }
    return fallback;
  }
}
