package dev.assay.delegation.vocabulary;

/**
 * A path pattern: {@code *} any characters of one name, {@code ?} one character, a part {@code **}
 * any number of directories. Matching takes at most the product of the two lengths.
 */
final class GlobPattern {

  private final String[] parts;

  GlobPattern(String pattern) {
    parts = pattern.split("/");
  }

  boolean matches(String[] names) {
    boolean[] reached = new boolean[names.length + 1];
    reached[0] = true;
    for (String part : parts) {
      boolean[] next = new boolean[names.length + 1];
      boolean deep = part.equals("**");
      for (int i = 0; i <= names.length; i++) {
        if (deep) {
          next[i] = reached[i] || (i > 0 && next[i - 1]);
        } else {
          next[i] = i > 0 && reached[i - 1] && matchesName(part, names[i - 1]);
        }
      }
      reached = next;
    }
    return reached[names.length];
  }

  /** Whether something below a directory so deep could still match. */
  boolean mayDescend(int depth) {
    for (int i = 0; i < Math.min(depth, parts.length); i++) {
      if (parts[i].equals("**")) {
        return true;
      }
    }
    return parts.length > depth;
  }

  private static boolean matchesName(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = n;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
