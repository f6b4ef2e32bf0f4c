package dev.assay.toolcalls.json;

/**
 * White space as ECMAScript defines it (WhiteSpace and LineTerminator, ECMA-262 sections 12.2,
 * 12.3).
 */
public final class EcmaText {

  private EcmaText() {}

  /** Whether {@code c} is trimmed by {@code String.prototype.trim} and matched by {@code \s}. */
  public static boolean isSpace(char c) {
    if (c <= 0x20) {
      return c == 0x20 || (0x09 <= c && c <= 0x0d);
    }
    if (c < 0xa0) {
      return false;
    }
    return switch (c) {
      case 0x00a0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff -> true;
      default -> 0x2000 <= c && c <= 0x200a;
    };
  }

  /** The first index in {@code [from, to)} that holds no white space, or {@code to}. */
  public static int skipSpace(String text, int from, int to) {
    int at = from;
    while (at < to && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** The end of {@code [from, to)} without its trailing white space. */
  public static int trimEnd(String text, int from, int to) {
    int at = to;
    while (at > from && isSpace(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  /** {@code text} without white space at both ends. */
  public static String trim(String text) {
    int from = skipSpace(text, 0, text.length());
    return text.substring(from, trimEnd(text, from, text.length()));
  }

  /** {@code text} trimmed, with every run of ASCII white space replaced by one blank. */
  public static String singleLine(String text) {
    return collapse(text, Integer.MAX_VALUE).toString();
  }

  /**
   * {@link #singleLine(String)} of {@code text}, cut to {@code charsMax} with {@code ellipsis} as
   * its end.
   */
  public static String singleLine(String text, int charsMax, String ellipsis) {
    StringBuilder line = collapse(text, charsMax);
    if (line.length() > charsMax) {
      line.setLength(charsMax - ellipsis.length());
      line.append(ellipsis);
    }
    return line.toString();
  }

  /** Collapses until the result has more than {@code enough} characters. */
  private static StringBuilder collapse(String text, int enough) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), 256));
    boolean gap = false;
    for (int i = 0; i < text.length() && out.length() <= enough; i++) {
      char c = text.charAt(i);
      if (c == ' ' || ('\t' <= c && c <= '\r')) {
        gap = true;
      } else {
        if (gap && !out.isEmpty()) {
          out.append(' ');
        }
        gap = false;
        out.append(c);
      }
    }
    return out;
  }

  /** {@code text} with every lone surrogate replaced by U+FFFD, as encoders of UTF-8 need it. */
  public static String wellFormed(String text) {
    int at = loneSurrogate(text, 0);
    if (at < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text);
    while (at >= 0) {
      out.setCharAt(at, '\ufffd');
      at = loneSurrogate(text, at + 1);
    }
    return out.toString();
  }

  private static int loneSurrogate(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!paired) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
