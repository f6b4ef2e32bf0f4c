package dev.assay.policygate;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names with wildcards, as a shell completes them. */
final class Globs {

  private static final Pattern ANYWHERE = Pattern.compile("^(?:\\*\\*/)+");

  /** {@code GITHUB~1}, {@code PACKAG~2.JSO}. */
  private static final Pattern SHORT =
      Pattern.compile("(?<![^/])([^/~.*?\\[]{1,6})~[0-9]{1,3}(\\.[^/~.]{1,3})?(?![^/])");

  /** Characters of a name, and of an extension, beyond which Windows cuts. */
  private static final int SHORT_CHARS = 6;

  private static final int SHORT_EXTENSION_CHARS = 3;

  private Globs() {}

  /**
   * Whether {@code glob} may stand for what one of {@code patterns} protects. Only a path that
   * begins with some letters of its own, and has a name that both tell, counts; a {@code *} by
   * itself is any name.
   *
   * @param patterns in lower case
   */
  static boolean mayName(String glob, List<String> patterns) {
    String below = ANYWHERE.matcher(glob).replaceFirst("");
    if (below.length() < glob.length() && below.chars().noneMatch(Globs::isWildcard)) {
      return mayName(List.of(below.toLowerCase(Locale.ROOT).split("/", -1)), patterns);
    }
    return shortName(glob, patterns)
        || glob.chars().anyMatch(Globs::isWildcard) && mayMatch(glob, patterns);
  }

  /** Whether a path has wildcards, or a name that stands for a longer one. */
  static boolean hasAny(String path) {
    return path.indexOf('~') > 0 || path.chars().anyMatch(Globs::isWildcard);
  }

  private static boolean isWildcard(int c) {
    return c == '*' || c == '?' || c == '[';
  }

  /** Whether a path with a name that Windows made from a longer one may be that one. */
  private static boolean shortName(String path, List<String> patterns) {
    if (path.indexOf('~') < 1) {
      return false;
    }
    Matcher names = SHORT.matcher(path.replace('\\', '/'));
    return names.find()
        && Stream.of(true, false)
            .map(hidden -> names.replaceAll(name -> Matcher.quoteReplacement(longer(name, hidden))))
            .anyMatch(longer -> mayMatch(longer, patterns));
  }

  /**
   * What may have been shortened: a name that begins with a dot, or one that is longer than eight
   * letters or three of its extension; {@code main~1} of Git is neither.
   */
  private static String longer(MatchResult name, boolean hidden) {
    String base = name.group(1);
    String extension = name.group(2) == null ? "" : name.group(2);
    boolean cut = base.length() == SHORT_CHARS;
    boolean cutExtension = extension.length() == SHORT_EXTENSION_CHARS + 1;
    if (hidden) {
      return "." + base + (cut ? "*" : "") + extension + (cutExtension ? "*" : "");
    }
    return !cut && !cutExtension
        ? name.group()
        : base
            + (!cut ? "" : extension.isEmpty() ? "???*" : "*")
            + extension
            + (!cutExtension ? "" : cut ? "*" : "?*");
  }

  private static boolean mayMatch(String glob, List<String> patterns) {
    String plain =
        glob.toLowerCase(Locale.ROOT)
            .replaceAll("\\[(?:\\[:[a-z]{1,12}:\\]|[^\\]/]){1,40}\\]", "?");
    List<String> segments = List.of(plain.replaceFirst("^(?:\\./)+", "").split("/", -1));
    boolean own = segments.getFirst().chars().anyMatch(Character::isLetterOrDigit);
    return own && mayName(segments, patterns);
  }

  private static boolean mayName(List<String> segments, List<String> patterns) {
    return patterns.stream().anyMatch(pattern -> mayName(segments, pattern));
  }

  private static boolean mayName(List<String> segments, String pattern) {
    boolean below = pattern.endsWith("/");
    List<String> wanted =
        List.of((below ? pattern.substring(0, pattern.length() - 1) : pattern).split("/", -1));
    if (below ? segments.size() < wanted.size() : segments.size() != wanted.size()) {
      return false;
    }
    boolean named = false;
    for (int i = 0; i < wanted.size(); i++) {
      if (!meet(segments.get(i), wanted.get(i))) {
        return false;
      }
      named |= !ProgramWrites.anyName(segments.get(i)) && !ProgramWrites.anyName(wanted.get(i));
    }
    return named;
  }

  /**
   * Whether some name fits both; {@code ?} is one character. Time is linear in one times the other.
   */
  private static boolean meet(String one, String other) {
    boolean[] at = new boolean[other.length() + 1];
    at[0] = true;
    for (int i = 0; i <= one.length(); i++) {
      boolean[] next = new boolean[at.length];
      for (int j = 0; j <= other.length(); j++) {
        if (!at[j]) {
          continue;
        }
        char a = i < one.length() ? one.charAt(i) : 0;
        char b = j < other.length() ? other.charAt(j) : 0;
        if (b != 0 && (a == '*' || b == '*')) {
          at[j + 1] = true;
        }
        next[j] |= a == '*' || a != 0 && b == '*';
        if (b != 0) {
          next[j + 1] |= a == b || a != 0 && (a == '?' || b == '?');
        }
      }
      if (i == one.length()) {
        return at[other.length()];
      }
      at = next;
    }
    return false;
  }
}
