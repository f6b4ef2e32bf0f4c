package dev.assay.cfverify.judge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds settings that a snippet gives twice: both sides of a change or a conflict, a value that is
 * commented out beside the one that holds, or one that a later line replaces. Equal names in
 * different sections are different settings.
 */
final class Settings {

  private static final Pattern SETTING =
      Pattern.compile(
          "(\\s*)([\"']?[\\p{L}_][\\w.-]{0,100}[\"']?)(?:\\s{0,9}[:=](?!=)\\s{0,9}|\\sis\\s)(\\S.*)");

  /** What stands before a line that is commented out, or that a change takes away. */
  private static final Pattern UNDONE = Pattern.compile("(\\s*)(?:#|//|--|;|-(?=\\S))\\s?");

  private static final Pattern ADDED = Pattern.compile("\\+(?=.)");

  /** Settings that are compared; a longer snippet is a file. */
  private static final int SETTINGS_MAX = 1_000;

  private Settings() {}

  /**
   * Whether {@code snippet} has a setting twice, and a value that holds {@code contradicts}.
   *
   * @param contradicts whether a line by itself speaks against the claim
   */
  static boolean differ(String snippet, Predicate<String> contradicts) {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    List<Map.Entry<String, String>> live = new ArrayList<>();
    int section = 0;
    int before = 0;
    for (String raw : snippet.lines().limit(SETTINGS_MAX).toList()) {
      Matcher undone = UNDONE.matcher(raw);
      boolean holds = !undone.lookingAt();
      String line =
          holds
              ? ADDED.matcher(raw).lookingAt() ? raw.substring(1) : raw
              : undone.group(1) + raw.substring(undone.end());
      Matcher setting = SETTING.matcher(line);
      if (!setting.matches()) {
        section += raw.isBlank() || raw.matches("[<=>]{7}.*") ? 0 : 1;
        continue;
      }
      int indent = setting.group(1).length();
      section += indent < before ? 1 : 0;
      before = indent;
      String key =
          section
              + " "
              + indent
              + " "
              + setting.group(2).toLowerCase(Locale.ROOT).replaceAll("[\"']", "");
      if (!seen.add(key)) {
        repeated.add(key);
      }
      if (holds) {
        live.add(Map.entry(key, line));
      }
    }
    return live.stream()
        .anyMatch(given -> repeated.contains(given.getKey()) && contradicts.test(given.getValue()));
  }
}
