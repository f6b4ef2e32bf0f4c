package dev.assay.policygate;

import dev.assay.schemas.Wildcards;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Scope patterns. Paths: {@code src/} is a prefix, {@code *} stands for characters of one segment,
 * {@code **} for any characters, <code>**&#47;</code> also for no directory, anything else is
 * exact. Domains: exact, {@code *.example.org} for names below, {@code *} for all. Tables: exact or
 * {@code *}. Matching takes time linear in pattern times text, both bounded.
 */
final class Patterns {

  private static final String ALL_PATHS = "**";
  private static final String ALL = "*";

  /** Stars that are not a segment of their own. */
  private static final Pattern INNER =
      Pattern.compile("\\*{3,}|(?<=[^/*])\\*\\*(?!\\*)|(?<!\\*)\\*\\*(?=[^/*])");

  private Patterns() {}

  /** Whether {@code patterns} allow every object of that kind. */
  static boolean unlimited(SyscallClass.Scope scope, List<String> patterns) {
    return switch (scope) {
      case PATHS -> patterns.contains(ALL_PATHS);
      case DOMAINS, TABLES -> patterns.contains(ALL);
      case NONE -> true;
    };
  }

  static boolean allow(SyscallClass.Scope scope, List<String> patterns, String object) {
    return unlimited(scope, patterns)
        || patterns.stream()
            .anyMatch(pattern ->
                switch (scope) {
                  case PATHS -> path(pattern, object);
                  case DOMAINS -> domain(pattern, object);
                  case TABLES -> pattern.equals(object);
                  case NONE -> true;
                });
  }

  /**
   * The path that {@code raw} names: forward slashes, no {@code .} segment, no leading {@code ./}.
   * Empty when it climbs above its start, so that no pattern can allow it.
   */
  static Optional<String> normalPath(String raw) {
    String slashed = raw.replace('\\', '/');
    StringBuilder out = new StringBuilder();
    ArrayDeque<Integer> starts = new ArrayDeque<>();
    boolean absolute = slashed.startsWith("/");
    for (String segment : slashed.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".")) {
        continue;
      }
      if (segment.equals("..")) {
        if (starts.isEmpty()) {
          return Optional.empty();
        }
        out.setLength(starts.pop());
        continue;
      }
      starts.push(out.length());
      if (!out.isEmpty()) {
        out.append('/');
      }
      out.append(segment);
    }
    return Optional.of(absolute ? "/" + out : out.toString());
  }

  static boolean path(String pattern, String path) {
    if (pattern.endsWith("/") && pattern.indexOf('*') < 0) {
      return path.startsWith(pattern) || path.equals(pattern.substring(0, pattern.length() - 1));
    }
    return Wildcards.stars(pattern, path);
  }

  private static boolean domain(String pattern, String host) {
    String name = host.toLowerCase(Locale.ROOT);
    String wanted = pattern.toLowerCase(Locale.ROOT);
    return wanted.startsWith("*.")
        ? name.endsWith(wanted.substring(1)) && name.length() > wanted.length() - 1
        : name.equals(wanted);
  }

  /**
   * What a pattern of paths stands for, in segments of which one that is <code>**</code> is any
   * number; the same path may fit several.
   */
  static List<List<String>> segments(String pattern) {
    List<List<String>> all = new ArrayList<>();
    if (pattern.endsWith("/")) {
      String directory = pattern.substring(0, pattern.length() - 1);
      all.addAll(segments(directory));
      all.addAll(segments(directory + "/**"));
      return all;
    }
    all.add(List.of(INNER.matcher(pattern).replaceAll("*").split("/", -1)));
    if (INNER.matcher(pattern).find()) {
      all.add(List.of(INNER.matcher(pattern).replaceAll("*/**/*").split("/", -1)));
    }
    return all;
  }
}
