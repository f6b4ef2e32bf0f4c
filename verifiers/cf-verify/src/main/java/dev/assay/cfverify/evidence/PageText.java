package dev.assay.cfverify.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Takes the markup out of a page, in one pass; scripts and styles go with it. */
final class PageText {

  private static final List<String> HIDDEN = List.of("script", "style", "template", "noscript");

  private static final Map<String, String> ENTITIES =
      Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "#39", "'", "nbsp", " ");

  private static final int ENTITY_CHARS_MAX = 7;

  private PageText() {}

  static String of(String contentType, String body) {
    return contentType.toLowerCase(Locale.ROOT).contains("html") ? withoutMarkup(body) : body;
  }

  private static String withoutMarkup(String html) {
    StringBuilder text = new StringBuilder(Math.min(html.length(), 1 << 16));
    int at = 0;
    while (at < html.length()) {
      char c = html.charAt(at);
      if (c == '<') {
        at = afterTag(html, at, text);
      } else if (c == '&') {
        at = entity(html, at, text);
      } else {
        text.append(c);
        at++;
      }
    }
    return text.toString();
  }

  private static int afterTag(String html, int at, StringBuilder text) {
    if (html.startsWith("<!--", at)) {
      int close = html.indexOf("-->", at + 4);
      return close < 0 ? html.length() : close + 3;
    }
    int close = html.indexOf('>', at);
    if (close < 0) {
      return html.length();
    }
    String name = tagName(html, at + 1, close);
    text.append(isInline(name) ? "" : "\n");
    if (!HIDDEN.contains(name)) {
      return close + 1;
    }
    return afterHidden(html, name, close + 1);
  }

  private static int afterHidden(String html, String name, int from) {
    for (int at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
      if (html.regionMatches(true, at + 2, name, 0, name.length())) {
        int close = html.indexOf('>', at);
        return close < 0 ? html.length() : close + 1;
      }
    }
    return html.length();
  }

  private static String tagName(String html, int from, int to) {
    int start = from < to && html.charAt(from) == '/' ? from + 1 : from;
    int end = start;
    while (end < to && end - start < 12 && Character.isLetterOrDigit(html.charAt(end))) {
      end++;
    }
    return html.substring(start, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isInline(String tag) {
    return List.of("a", "b", "i", "em", "strong", "span", "code", "tt", "u", "small", "sup", "sub")
        .contains(tag);
  }

  private static int entity(String html, int at, StringBuilder text) {
    int close = html.indexOf(';', at, Math.min(html.length(), at + ENTITY_CHARS_MAX));
    if (close > at) {
      String value = ENTITIES.get(html.substring(at + 1, close));
      if (value != null) {
        text.append(value);
        return close + 1;
      }
    }
    text.append('&');
    return at + 1;
  }
}
