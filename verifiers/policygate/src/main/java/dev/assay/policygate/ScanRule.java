package dev.assay.policygate;

import com.google.re2j.Pattern;
import java.util.List;

/**
 * What is looked for in the bytes of an artifact.
 *
 * @param pattern tried at each keyword, over bytes as Latin-1; its first group is what is cited
 * @param then lower-case words, one of which must follow the keyword after blanks; empty for any
 * @param needs a character that must come soon after the keyword, or empty
 * @param boundary whether a letter, digit or underscore before the keyword rules a find out
 * @param entropyMin bits per byte that the find must have at least
 * @param generic whether a more telling rule about the same bytes is preferred
 */
record ScanRule(
    Check check,
    String kind,
    Pattern pattern,
    List<String> then,
    String needs,
    boolean boundary,
    double entropyMin,
    boolean generic) {

  private static final int NEEDS_WITHIN_BYTES = 512;
  private static final int BLANKS_MAX = 16;

  /** Whether it is worth trying the pattern; a cheap look at the bytes after the keyword. */
  boolean promising(byte[] bytes, int from, int limit) {
    return (then.isEmpty() || followed(bytes, from, limit))
        && (needs.isEmpty() || has(bytes, from, limit));
  }

  private boolean followed(byte[] bytes, int from, int limit) {
    int at = from;
    while (at < limit && at - from < BLANKS_MAX && isBlank(bytes[at])) {
      at++;
    }
    int start = at;
    return then.stream().anyMatch(word -> matches(word, bytes, start, limit));
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static boolean matches(String word, byte[] bytes, int at, int limit) {
    if (word.length() > limit - at) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      int c = bytes[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean has(byte[] bytes, int from, int limit) {
    int end = Math.min(limit, from + NEEDS_WITHIN_BYTES);
    for (int at = from; at < end; at++) {
      if (bytes[at] == needs.charAt(0)) {
        return true;
      }
      if (bytes[at] <= ' ' && bytes[at] >= 0) {
        return false;
      }
    }
    return false;
  }
}
