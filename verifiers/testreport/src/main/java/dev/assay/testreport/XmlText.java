package dev.assay.testreport;

import java.nio.charset.StandardCharsets;

/**
 * Turns what {@link XmlInput} and {@link ByteReader} made of bytes into text. Bytes that a parser
 * must not read as characters are characters of the private use area to it, so that they differ
 * from what it makes of references and escapes.
 */
final class XmlText {

  /** Stands for nothing; it fills the place of bytes that were read already. */
  static final char NOTHING = '\uef00';

  private static final char FIRST = '\uee00';

  private XmlText() {}

  /** Stands for a byte in what a parser reads. */
  static char standIn(int b) {
    return (char) (FIRST + b);
  }

  /** The text that {@code raw} stands for, its bytes read as UTF-8. */
  static String decode(CharSequence raw) {
    if (ascii(raw)) {
      return raw.toString();
    }
    StringBuilder out = new StringBuilder(raw.length());
    byte[] bytes = new byte[raw.length()];
    int count = 0;
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c >= FIRST && c < NOTHING) {
        bytes[count++] = (byte) (c - FIRST);
      } else if (c != NOTHING) {
        out.append(text(bytes, count)).append(c);
        count = 0;
      }
    }
    return out.append(text(bytes, count)).toString();
  }

  private static String text(byte[] bytes, int count) {
    return count == 0 ? "" : new String(bytes, 0, count, StandardCharsets.UTF_8);
  }

  private static boolean ascii(CharSequence raw) {
    for (int i = 0; i < raw.length(); i++) {
      if (raw.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }
}
