package dev.assay.core.failure;

/**
 * Removes what a terminal would obey or hide: ANSI sequences (ECMA-48 CSI, OSC and other control
 * strings, short escapes), other control characters, bidirectional and zero-width characters, lone
 * surrogates. Line feeds and tabs stay. One pass, no look-back.
 */
public final class PlainText {

  private static final char ESC = 0x1b;
  private static final char BEL = 0x07;
  private static final char C1_CSI = 0x9b;
  private static final char C1_OSC = 0x9d;
  private static final char C1_ST = 0x9c;

  private PlainText() {}

  /** The first {@code charsMax} characters of {@code raw}, without control sequences. */
  public static String of(CharSequence raw, int charsMax) {
    int end = Math.min(raw.length(), charsMax);
    if (clean(raw, end)) {
      return raw.subSequence(0, end).toString();
    }
    StringBuilder out = new StringBuilder(end);
    int i = 0;
    while (i < end) {
      char c = raw.charAt(i);
      if (c == ESC || c == C1_CSI || c == C1_OSC) {
        i = afterSequence(raw, i, end);
      } else if (c == '\r') {
        boolean beforeLineFeed = i + 1 < end && raw.charAt(i + 1) == '\n';
        if (!beforeLineFeed) {
          out.append('\n');
        }
        i++;
      } else {
        i = plain(raw, i, end, out);
      }
    }
    return out.toString();
  }

  private static int plain(CharSequence raw, int i, int end, StringBuilder out) {
    char c = raw.charAt(i);
    if (Character.isSurrogate(c)) {
      if (Character.isHighSurrogate(c)
          && i + 1 < end
          && Character.isLowSurrogate(raw.charAt(i + 1))) {
        out.append(c).append(raw.charAt(i + 1));
        return i + 2;
      }
      out.append('\ufffd');
    } else if (!hidden(c)) {
      out.append(c);
    }
    return i + 1;
  }

  private static boolean clean(CharSequence raw, int end) {
    for (int i = 0; i < end; i++) {
      char c = raw.charAt(i);
      if (c < 0x20 ? c != '\n' && c != '\t' : c > 0x7e) {
        return false;
      }
    }
    return true;
  }

  private static boolean hidden(char c) {
    return c < 0x20 && c != '\n' && c != '\t'
        || c >= 0x7f && c <= 0x9f
        || c >= 0x200b && c <= 0x200f
        || c >= 0x2028 && c <= 0x202e
        || c >= 0x2060 && c <= 0x206f
        || c == 0xfeff
        || c == 0x00ad;
  }

  private static int afterSequence(CharSequence raw, int start, int end) {
    char c = raw.charAt(start);
    int i = start + 1;
    if (c == ESC) {
      if (i >= end) {
        return end;
      }
      char kind = raw.charAt(i);
      return switch (kind) {
        case '[' -> afterCsi(raw, i + 1, end);
        case ']', '_', 'P', '^', 'X' -> afterOsc(raw, i + 1, end);
        default -> afterEscape(raw, i, end);
      };
    }
    return c == C1_CSI ? afterCsi(raw, i, end) : afterOsc(raw, i, end);
  }

  /** Intermediate characters and a final one, such as {@code (B}; what is none of them stays. */
  private static int afterEscape(CharSequence raw, int start, int end) {
    int i = start;
    while (i < end && raw.charAt(i) >= 0x20 && raw.charAt(i) <= 0x2f) {
      i++;
    }
    return i < end && raw.charAt(i) >= 0x30 && raw.charAt(i) < 0x7f ? i + 1 : i;
  }

  private static int afterCsi(CharSequence raw, int start, int end) {
    int i = start;
    while (i < end && raw.charAt(i) >= 0x20 && raw.charAt(i) <= 0x3f) {
      i++;
    }
    boolean closed = i < end && raw.charAt(i) >= 0x40 && raw.charAt(i) <= 0x7e;
    return closed ? i + 1 : i;
  }

  /** A control string ends with BEL or ST; an unclosed one ends with its line. */
  private static int afterOsc(CharSequence raw, int start, int end) {
    int i = start;
    while (i < end && raw.charAt(i) != '\n') {
      char c = raw.charAt(i);
      if (c == BEL || c == C1_ST) {
        return i + 1;
      }
      if (c == ESC) {
        return i + 1 < end && raw.charAt(i + 1) == '\\' ? i + 2 : i;
      }
      i++;
    }
    return i;
  }
}
