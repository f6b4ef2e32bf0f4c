package dev.assay.core.director;

import dev.assay.schemas.Wildcards;

/**
 * Matches paths with patterns in linear space and without regular expressions: a pattern that ends
 * in {@code /} is a prefix; otherwise {@code ?} is one character and {@code *} any number within a
 * segment, {@code **} across segments; <code>**&#47;</code> also stands for no directory.
 */
final class Glob {

  private Glob() {}

  /** Whether {@code path}, in any platform's spelling, matches {@code pattern}. */
  static boolean matches(String pattern, String path) {
    String normal = path.replace('\\', '/');
    while (normal.startsWith("./")) {
      normal = normal.substring(2);
    }
    return pattern.endsWith("/")
        ? normal.startsWith(pattern)
        : Wildcards.starsAndMarks(pattern, normal);
  }
}
