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
   * @param patterns their segments, in lower case
   */
  static boolean mayName(String glob, List<List<String>> patterns) {
    String below = ANYWHERE.matcher(glob).replaceFirst("");
    if (below.length() < glob.length() && below.chars().noneMatch(Globs::isWildcard)) {
      return mayName(List.of(below.toLowerCase(Locale.ROOT).split("/", -1)), patterns);
    }
    return shortName(glob, patterns) || hasWildcard(glob) && mayMatch(glob, patterns);
  }

  /** Whether a path has wildcards, or a name that stands for a longer one. */
  static boolean hasAny(String path) {
    return path.indexOf('~') > 0 || hasWildcard(path);
  }

  static boolean hasWildcard(String path) {
    return path.chars().anyMatch(Globs::isWildcard);
  }

  /** Where the first wildcard stands; there is one. */
  static int firstWildcard(String path) {
    int at = 0;
    while (!isWildcard(path.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isWildcard(int c) {
    return c == '*' || c == '?' || c == '[';
  }

  /** Whether a path with a name that Windows made from a longer one may be that one. */
  private static boolean shortName(String path, List<List<String>> patterns) {
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

  private static boolean mayMatch(String glob, List<List<String>> patterns) {
    List<String> segments = segments(glob);
    boolean own = segments.getFirst().chars().anyMatch(Character::isLetterOrDigit);
    return own && mayName(segments, patterns);
  }

  private static boolean mayName(List<String> segments, List<List<String>> patterns) {
    return patterns.stream().anyMatch(pattern -> Meeting.of(segments, pattern) == Meeting.TOLD);
  }

  /** The segments of a path in which a set of characters is any one. */
  static List<String> segments(String path) {
    String plain =
        path.toLowerCase(Locale.ROOT)
            .replaceAll("\\[(?:\\[:[a-z]{1,12}:\\]|[^\\]/]){1,40}\\]", "?");
    return List.of(plain.replaceFirst("^(?:\\./)+", "").split("/", -1));
  }
}
