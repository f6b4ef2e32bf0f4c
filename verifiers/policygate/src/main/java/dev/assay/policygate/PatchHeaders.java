package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names in the headers of a patch: diffs of any tool, and what editors of agents read. */
final class PatchHeaders {

  private static final Pattern HEADER =
      Pattern.compile(
          "(?m)^[ \\t>]{0,20}(?:(?:---|\\+\\+\\+) (?<file>[^\\t\\r\\n]+)(?<tab>\\t?)"
              + "|diff (?<both>-[^\\r\\n]+)"
              + "|\\*{3}[ \\t]{0,9}(?i:Add|Update|Delete|Rename|Move)[ \\t]{1,9}(?i:File|to)"
              + "[ \\t]{0,9}: ?(?<patched>[^\\r\\n]+)"
              + "|(?:rename|copy) (?:from|to) (?<renamed>[^\\r\\n]+)"
              + "|(?:Index|Property changes on): (?<index>[^\\r\\n]+)"
              + "|\\*{3} (?<context>[^\\t\\r\\n]+)\\t"
              + "|(?<search>[^\\r\\n]{1,1000})\\r?\\n(?:```[^\\r\\n]{0,40}\\r?\\n)?<{5,9} SEARCH)");

  private static final List<String> GROUPS =
      List.of("file", "both", "patched", "renamed", "index", "context", "search");

  private static final Pattern NAME_ENDS = Pattern.compile(" (?=[a-z]/)|\" \"?|\"| -> ");
  private static final Pattern ESCAPED_BYTES = Pattern.compile("(?:\\\\[0-3][0-7]{2})+");
  private static final int ESCAPED_CHARS = 4;

  private static final Set<String> STRIP_NAMES =
      Set.of("p", "pnum", "strip", "striplevel", "stripcount", "stripcomponents", "striplevels");

  private static final Pattern STRIP_OPTION =
      Pattern.compile("(?:^|\\s)(?:-p|--strip[= ])([0-9]{1,3})(?!\\S)");

  private PatchHeaders() {}

  /** How deep the names of a patch may be cut, as a call says; more than one is told by it. */
  static int strip(JsonNode call) {
    return strip(call, 0, 0);
  }

  private static int strip(JsonNode given, int most, int depth) {
    int deepest = most;
    JsonNode value = given.isTextual() ? CallValues.parsed(given) : given;
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      boolean strips = STRIP_NAMES.contains(CallValues.simple(member.getKey()));
      deepest = strips ? Math.max(deepest, member.getValue().asInt()) : deepest;
    }
    Matcher option = STRIP_OPTION.matcher(value.isTextual() ? value.textValue() : "");
    while (option.find()) {
      deepest = Math.max(deepest, Integer.parseInt(option.group(1)));
    }
    if (depth < PolicyGateLimits.VALUE_DEPTH_MAX) {
      for (JsonNode inner : value) {
        deepest = strip(inner, deepest, depth + 1);
      }
    }
    return deepest;
  }

  /**
   * The names that the headers in {@code text} may mean.
   *
   * @param strip how many segments are cut off, where it is more than one
   */
  static Set<String> names(String text, int strip) {
    Set<String> names = new LinkedHashSet<>();
    Matcher header = HEADER.matcher(text);
    while (header.find()) {
      for (String group : GROUPS) {
        String named = header.group(group);
        if (named != null) {
          add(named, "".equals(header.group("tab")), strip, names);
        }
      }
    }
    return names;
  }

  /**
   * Names have a prefix such as {@code a/}, and may be quoted.
   *
   * @param untabbed whether what follows the first blank may be a date
   */
  private static void add(String named, boolean untabbed, int strip, Set<String> found) {
    String plain = unescaped(named);
    List<String> names = new ArrayList<>(List.of(plain));
    names.addAll(List.of(NAME_ENDS.split(plain, -1)));
    if (named.startsWith("-")) {
      names.addAll(List.of(plain.split(" ", -1)));
    } else if (untabbed) {
      names.add(plain.strip().split(" ", 2)[0]);
    }
    for (String name : names) {
      String path = name.replace("\"", "").strip();
      if (!path.isEmpty() && path.length() <= PolicyGateLimits.OBJECT_CHARS_MAX) {
        found.add(path);
        String cut = path.substring(path.indexOf('/') + 1);
        found.add(cut);
        for (int i = 1; i < strip && cut.indexOf('/') >= 0; i++) {
          cut = cut.substring(cut.indexOf('/') + 1);
          found.add(cut);
        }
      }
    }
  }

  /** With the bytes that Git writes as octal numbers put in. */
  private static String unescaped(String named) {
    return ESCAPED_BYTES
        .matcher(named)
        .replaceAll(escapes -> Matcher.quoteReplacement(bytes(escapes)));
  }

  private static String bytes(MatchResult escapes) {
    String text = escapes.group();
    byte[] bytes = new byte[text.length() / ESCAPED_CHARS];
    for (int i = 0; i < bytes.length; i++) {
      int at = i * ESCAPED_CHARS;
      bytes[i] = (byte) Integer.parseInt(text.substring(at + 1, at + ESCAPED_CHARS), 8);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
