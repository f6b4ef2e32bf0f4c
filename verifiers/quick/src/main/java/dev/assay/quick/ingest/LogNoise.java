package dev.assay.quick.ingest;

import dev.assay.toolcalls.json.EcmaText;

/** What is removed from a log before it is read: terminal colours and line prefixes. */
final class LogNoise {

  private static final char ESCAPE = '\u001b';
  private static final int TAG_CHARS_MAX = 64;
  private static final String[] LEVELS = {"DEBUG", "INFO", "WARNING", "WARN", "ERROR", "TRACE"};

  private LogNoise() {}

  /**
   * {@code text} without CSI sequences, as the ECMAScript expression {@code
   * /\u001b\[[\d;?]*[\s-/]*[@-~]/g} finds them. Its three classes are disjoint, so that one pass
   * without backtracking finds the same matches.
   */
  static String withoutCsi(String text) {
    int escape = text.indexOf(ESCAPE);
    if (escape < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    while (escape >= 0) {
      int end = csiEnd(text, escape);
      if (end > 0) {
        out.append(text, copied, escape);
        copied = end;
      }
      escape = text.indexOf(ESCAPE, Math.max(end, escape + 1));
    }
    return out.append(text, copied, text.length()).toString();
  }

  private static int csiEnd(String text, int escape) {
    int length = text.length();
    int at = escape + 1;
    if (at >= length || text.charAt(at) != '[') {
      return -1;
    }
    at++;
    while (at < length && isParameter(text.charAt(at))) {
      at++;
    }
    while (at < length && isIntermediate(text.charAt(at))) {
      at++;
    }
    return at < length && '@' <= text.charAt(at) && text.charAt(at) <= '~' ? at + 1 : -1;
  }

  private static boolean isParameter(char c) {
    return isDigit(c) || c == ';' || c == '?';
  }

  private static boolean isIntermediate(char c) {
    return c == '-' || c == '/' || EcmaText.isSpace(c);
  }

  /** The index after prefix P1 (a timestamp and white space) at {@code from}, or {@code from}. */
  static int afterTimestamp(String text, int from, int to) {
    int at = pattern(text, from, to, "dddd-dd-ddTdd:dd:dd");
    if (at < 0) {
      return from;
    }
    if (at < to && text.charAt(at) == '.') {
      int fraction = at + 1;
      while (fraction < to && isDigit(text.charAt(fraction))) {
        fraction++;
      }
      at = fraction > at + 1 ? fraction : at;
    }
    if (at < to && text.charAt(at) == 'Z') {
      at++;
    } else {
      int zone = Math.max(pattern(text, at, to, "+dd:dd"), pattern(text, at, to, "+dddd"));
      at = Math.max(at, zone);
    }
    return afterSpace(text, at, from, to);
  }

  /** The index after prefix P2 (a log level and white space) at {@code from}, or {@code from}. */
  static int afterLevel(String text, int from, int to) {
    for (String level : LEVELS) {
      int end = from + level.length();
      if (end < to && text.regionMatches(true, from, level, 0, level.length())) {
        int after = asciiWord(text, from, end) ? afterSpace(text, end, from, to) : from;
        if (after > from) {
          return after;
        }
      }
    }
    return from;
  }

  /**
   * The index after prefix P3 (a bracketed tag and white space) at {@code from}, or {@code from}.
   */
  static int afterTag(String text, int from, int to) {
    if (from >= to || text.charAt(from) != '[') {
      return from;
    }
    int limit = Math.min(to, from + TAG_CHARS_MAX + 2);
    for (int at = from + 1; at < limit; at++) {
      if (text.charAt(at) == ']') {
        return at == from + 1 ? from : afterSpace(text, at + 1, from, to);
      }
    }
    return from;
  }

  private static int afterSpace(String text, int at, int otherwise, int to) {
    int after = EcmaText.skipSpace(text, at, to);
    return after > at ? after : otherwise;
  }

  /** Matches {@code d} as a digit, {@code T} as T or blank, {@code +} as a sign; -1 if it fails. */
  private static int pattern(String text, int from, int to, String pattern) {
    if (from + pattern.length() > to) {
      return -1;
    }
    for (int i = 0; i < pattern.length(); i++) {
      char c = text.charAt(from + i);
      boolean fits =
          switch (pattern.charAt(i)) {
            case 'd' -> isDigit(c);
            case 'T' -> c == 'T' || c == ' ';
            case '+' -> c == '+' || c == '-';
            default -> c == pattern.charAt(i);
          };
      if (!fits) {
        return -1;
      }
    }
    return from + pattern.length();
  }

  private static boolean isDigit(char c) {
    return '0' <= c && c <= '9';
  }

  private static boolean asciiWord(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
