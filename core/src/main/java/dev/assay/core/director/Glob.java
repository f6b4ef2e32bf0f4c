package dev.assay.core.director;

/**
 * Matches paths with patterns in linear space and without regular expressions: a pattern that ends
 * in {@code /} is a prefix; otherwise {@code ?} is one character and {@code *} any number within a
 * segment, {@code **} across segments; <code>**&#47;</code> also stands for no directory.
 */
final class Glob {

  private static final String DIRECTORIES = "**/";

  private Glob() {}

  /** Whether {@code path}, in any platform's spelling, matches {@code pattern}. */
  static boolean matches(String pattern, String path) {
    String normal = path.replace('\\', '/');
    while (normal.startsWith("./")) {
      normal = normal.substring(2);
    }
    return pattern.endsWith("/") ? normal.startsWith(pattern) : whole(pattern, normal);
  }

  /** Keeps, per pattern position, whether the text so far reaches it. */
  private static boolean whole(String pattern, String text) {
    boolean[] reached = new boolean[pattern.length() + 1];
    reached[0] = true;
    passStars(pattern, reached, true);
    for (int i = 0; i < text.length(); i++) {
      boolean[] next = new boolean[pattern.length() + 1];
      char c = text.charAt(i);
      for (int p = 0; p < pattern.length(); p++) {
        if (!reached[p]) {
          continue;
        }
        char token = pattern.charAt(p);
        if (token == '*') {
          next[p] |= c != '/' || doubled(pattern, p);
        } else {
          next[p + 1] |= token == c || token == '?' && c != '/';
        }
      }
      passStars(pattern, next, c == '/');
      reached = next;
    }
    return reached[pattern.length()];
  }

  /**
   * A star also stands for nothing.
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

  private static boolean doubled(String pattern, int p) {
    boolean before = p > 0 && pattern.charAt(p - 1) == '*';
    boolean after = p + 1 < pattern.length() && pattern.charAt(p + 1) == '*';
    return before || after;
  }
}
