package dev.assay.schemas;

/**
 * Patterns of paths: {@code *} is any number of characters of a segment, {@code **} of any
 * segments, <code>**&#47;</code> also no directory. Time is linear in pattern times text, so that
 * no pattern is slow.
 */
public final class Wildcards {

  private static final String DIRECTORIES = "**/";

  private Wildcards() {}

  /** Whether {@code text} fits {@code pattern}, in which any other character stands for itself. */
  public static boolean stars(String pattern, String text) {
    return matches(pattern, text, false);
  }

  /** The same where {@code ?} is one character of a segment. */
  public static boolean starsAndMarks(String pattern, String text) {
    return matches(pattern, text, true);
  }

  /** Keeps, per position of the pattern, whether the text so far reaches it. */
  private static boolean matches(String pattern, String text, boolean marks) {
    boolean[] reached = new boolean[pattern.length() + 1];
    reached[0] = true;
    passStars(pattern, reached, true);
    for (int i = 0; i < text.length(); i++) {
      boolean[] next = new boolean[reached.length];
      boolean alive = false;
      char c = text.charAt(i);
      for (int p = 0; p < pattern.length(); p++) {
        if (reached[p]) {
          char token = pattern.charAt(p);
          int to = token == '*' ? p : p + 1;
          next[to] |=
              token == '*'
                  ? c != '/' || isDouble(pattern, p)
                  : token == c || marks && token == '?' && c != '/';
          alive |= next[to];
        }
      }
      if (!alive) {
        return false;
      }
      passStars(pattern, next, c == '/');
      reached = next;
    }
    return reached[pattern.length()];
  }

  /**
   * A star stands for nothing, too.
   *
   * @param begins whether a segment of the text begins here
   */
  private static void passStars(String pattern, boolean[] reached, boolean begins) {
    for (int p = 0; p < pattern.length(); p++) {
      if (reached[p] && pattern.charAt(p) == '*') {
        reached[p + 1] = true;
        if (begins && pattern.startsWith(DIRECTORIES, p)) {
          reached[p + DIRECTORIES.length()] = true;
        }
      }
    }
  }

  private static boolean isDouble(String pattern, int at) {
    return pattern.startsWith("**", at) || at > 0 && pattern.startsWith("**", at - 1);
  }
}
