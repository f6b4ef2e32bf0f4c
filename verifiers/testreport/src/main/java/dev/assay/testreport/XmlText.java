package dev.assay.testreport;

import java.nio.charset.StandardCharsets;

/** Turns the characters that {@link XmlInput} and {@link ByteReader} made of bytes into text. */
final class XmlText {

  /** Stands for {@code <} inside CDATA. */
  static final char LESS_THAN = '\ue000';

  /** Stands for an ampersand inside CDATA. */
  static final char AMPERSAND = '\ue001';

  private XmlText() {}

  /** The text whose UTF-8 bytes {@code raw} holds one by one; character references stay. */
  static String decode(CharSequence raw) {
    if (ascii(raw)) {
      return raw.toString();
    }
    StringBuilder out = new StringBuilder(raw.length());
    byte[] bytes = new byte[raw.length()];
    int count = 0;
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c <= 0xff || c == LESS_THAN || c == AMPERSAND) {
        bytes[count++] = (byte) (c == LESS_THAN ? '<' : c == AMPERSAND ? '&' : c);
      } else {
        out.append(text(bytes, count)).append(c);
        count = 0;
      }
    }
    return out.append(text(bytes, count)).toString();
  }

  /** Bytes that are not UTF-8 came from character references or escapes: each is a character. */
  private static String text(byte[] bytes, int count) {
    Utf8Check utf8 = new Utf8Check();
    for (int i = 0; i < count; i++) {
      utf8.next(bytes[i] & 0xff);
    }
    return new String(
        bytes, 0, count, utf8.broken() ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
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
