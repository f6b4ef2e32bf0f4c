package dev.assay.toolcalls.json;

/** Escape sequences of JSON strings (RFC 8259 section 7). */
final class EscapeSequence {

  private EscapeSequence() {}

  /** The UTF-16 unit of the sequence that begins at {@code at}, or -1 when it is none. */
  static int unit(String text, int at, int end) {
    if (at + 1 >= end) {
      return -1;
    }
    return switch (text.charAt(at + 1)) {
      case '"' -> '"';
      case '\\' -> '\\';
      case '/' -> '/';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal(text, at + 2, end);
      default -> -1;
    };
  }

  private static int hexadecimal(String text, int from, int end) {
    if (from + 4 > end) {
      return -1;
    }
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      code = code << 4 | digit;
    }
    return code;
  }
}
