package dev.assay.policygate;

import java.util.List;
import java.util.Locale;

/** Names with wildcards, as a shell completes them. */
final class Globs {

  private Globs() {}

  /**
   * Whether {@code glob} may stand for what one of {@code patterns} protects. Only a name that
   * begins with some letters of its own counts; a {@code *} by itself is any name.
   *
   * @param patterns in lower case
   */
  static boolean mayName(String glob, List<String> patterns) {
    if (glob.chars().noneMatch(c -> c == '*' || c == '?' || c == '[')) {
      return false;
    }
    String plain =
        glob.toLowerCase(Locale.ROOT)
            .replaceAll("\\[(?:\\[:[a-z]{1,12}:\\]|[^\\]/]){1,40}\\]", "?");
    List<String> segments = List.of(plain.replaceFirst("^(?:\\./)+", "").split("/", -1));
    boolean own = segments.getFirst().chars().anyMatch(Character::isLetterOrDigit);
    return own && patterns.stream().anyMatch(pattern -> mayName(segments, pattern));
  }

  private static boolean mayName(List<String> segments, String pattern) {
    boolean below = pattern.endsWith("/");
    List<String> wanted =
        List.of((below ? pattern.substring(0, pattern.length() - 1) : pattern).split("/", -1));
    if (below ? segments.size() < wanted.size() : segments.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!matches(segments.get(i), wanted.get(i)) && !matches(wanted.get(i), segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** {@code ?} is one character; time is linear in glob times name. */
  private static boolean matches(String glob, String name) {
    boolean[] at = new boolean[name.length() + 1];
    at[0] = true;
    for (int g = 0; g < glob.length(); g++) {
      char c = glob.charAt(g);
      boolean[] next = new boolean[at.length];
      for (int i = 0; i < at.length; i++) {
        if (c == '*') {
          next[i] = at[i] || i > 0 && next[i - 1];
        } else {
          next[i] = i > 0 && at[i - 1] && (c == '?' || c == name.charAt(i - 1));
        }
      }
      at = next;
    }
    return at[name.length()];
  }
}
