package dev.assay.testreport;

import java.nio.charset.StandardCharsets;

/** Turns the characters that {@link XmlInput} made of bytes into text again. */
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
        out.append(new String(bytes, 0, count, StandardCharsets.UTF_8)).append(c);
        count = 0;
      }
    }
    return out.append(new String(bytes, 0, count, StandardCharsets.UTF_8)).toString();
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
