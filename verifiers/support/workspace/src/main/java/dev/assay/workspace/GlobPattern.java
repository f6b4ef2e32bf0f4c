package dev.assay.workspace;

/**
 * A path pattern: {@code *} any characters of one name, {@code ?} one character, a part {@code **}
 * any number of directories. Matching takes at most the product of the two lengths.
 */
public final class GlobPattern {

  private final String[] parts;

  /** The pattern; every text is one. */
  public GlobPattern(String pattern) {
    parts = pattern.split("/");
  }

  /** Whether the path of these names matches; none is the place where the pattern starts. */
  public boolean matches(String... names) {
    return reached(names)[parts.length];
  }

  /**
   * Whether a symbolic link at the path of these names could give a place another path that
   * matches, such as {@code src/test} for {@code src/test/**}. Not so where only a leading {@code
   * **} has matched: then what the link leads to matches at its own path, too.
   */
  public boolean mayMatchThroughLink(String... names) {
    boolean[] at = reached(names);
    for (int i = 0; i < parts.length; i++) {
      boolean start = i == 0 || i == 1 && parts[0].equals("**");
      if (at[i] && !start) {
        return true;
      }
    }
    return at[parts.length];
  }

  /** Which numbers of the pattern's parts can have matched all of {@code names}. */
  private boolean[] reached(String... names) {
    boolean[] at = new boolean[parts.length + 1];
    at[0] = true;
    skipDeep(at);
    for (String name : names) {
      boolean[] next = new boolean[parts.length + 1];
      for (int i = 0; i < parts.length; i++) {
        if (at[i] && parts[i].equals("**")) {
          next[i] = true;
        } else if (at[i] && matchesName(parts[i], name)) {
          next[i + 1] = true;
        }
      }
      skipDeep(next);
      at = next;
    }
    return at;
  }

  private void skipDeep(boolean[] at) {
    for (int i = 0; i < parts.length; i++) {
      if (at[i] && parts[i].equals("**")) {
        at[i + 1] = true;
      }
    }
  }

  /** Whether something below a directory so deep could still match. */
  public boolean mayDescend(int depth) {
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
