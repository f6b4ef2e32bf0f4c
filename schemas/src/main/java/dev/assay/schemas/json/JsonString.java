package dev.assay.schemas.json;

/**
 * Writes JSON strings as ECMAScript's {@code JSON.stringify} does, which is what RFC 8785, section
 * 3.2.2.2, asks for: the shortest escape where one is needed, every other character as it is.
 */
public final class JsonString {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

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

  /** Most texts need no escape and are copied in one piece. */
  private static void append(StringBuilder out, String text, boolean wellFormed) {
    out.append('"');
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean surrogate = Character.isSurrogate(c);
      if (c >= 0x20 && c != '"' && c != '\\' && !surrogate) {
        continue;
      }
      if (surrogate && pair(text, i)) {
        i++;
        continue;
      }
      if (surrogate && wellFormed) {
        throw new IllegalArgumentException("expected well-formed Unicode, found a lone surrogate");
      }
      out.append(text, copied, i);
      escape(out, c);
      copied = i + 1;
    }
    out.append(text.substring(copied)).append('"'); // bytes, where a part goes by characters
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
