package dev.assay.schemas.json;

import dev.assay.schemas.Require;

/**
 * Writes JSON strings as ECMAScript's {@code JSON.stringify} does, which is what RFC 8785, section
 * 3.2.2.2, asks for: the shortest escape where one is needed, every other character as it is.
 */
public final class JsonString {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  /** For a longer text room is made once, since a doubled buffer of megabytes is felt. */
  private static final int LONG_CHARS = 64 * 1024;

  /** Characters of an escape by number. */
  private static final int UNIT_ESCAPE_CHARS = 6;

  private JsonString() {}

  /** Appends {@code text} in quotes; a lone surrogate is escaped. */
  public static void append(StringBuilder out, String text) {
    append(out, text, false);
  }

  /**
   * Appends {@code text} in quotes.
   *
   * @throws IllegalArgumentException for a lone surrogate, which no well-formed text has
   */
  public static void appendWellFormed(StringBuilder out, String text) {
    append(out, text, true);
  }

  /** Characters that escaping adds at most, but for lone surrogates. */
  private static int escapes(String text) {
    int added = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      added += c < 0x20 ? UNIT_ESCAPE_CHARS - 1 : c == '"' || c == '\\' ? 1 : 0;
    }
    return added;
  }

  /** Most texts need no escape and are copied in one piece. */
  private static void append(StringBuilder out, String text, boolean wellFormed) {
    int plain = isCopied(text) ? text.length() : plain(text, 0);
    if (plain == text.length()) {
      out.append('"').append(text).append('"');
      return;
    }
    if (text.length() > LONG_CHARS) {
      out.ensureCapacity(out.length() + text.length() + escapes(text) + 2);
    }
    out.append('"');
    int copied = 0;
    while (plain < text.length()) {
      char c = text.charAt(plain);
      if (pair(text, plain)) {
        plain = plain(text, plain + 2);
        continue;
      }
      if (wellFormed && Character.isSurrogate(c)) {
        throw new IllegalArgumentException("expected well-formed Unicode, found a lone surrogate");
      }
      out.append(text, copied, plain);
      escape(out, c);
      copied = plain + 1;
      plain = plain(text, copied);
    }
    out.append(text.substring(copied)).append('"'); // bytes, where a part goes by characters
  }

  /** Whether all of {@code text} is copied as it is, as most is; false also where that is slow. */
  private static boolean isCopied(String text) {
    return Require.isPlain(text) && text.indexOf('"') < 0 && text.indexOf('\\') < 0;
  }

  /** Where the first character from {@code at} on is that is not copied as it is, or the end. */
  private static int plain(String text, int at) {
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > '\\' ? Character.isSurrogate(c) : c < 0x20 || c == '"' || c == '\\') {
        return i;
      }
    }
    return text.length();
  }

  private static boolean pair(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1));
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default ->
          out.append("\\u")
              .append(HEX[c >> 12 & 0xf])
              .append(HEX[c >> 8 & 0xf])
              .append(HEX[c >> 4 & 0xf])
              .append(HEX[c & 0xf]);
    }
  }
}
