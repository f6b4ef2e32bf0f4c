package dev.assay.starlark.syntax;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads one string or bytes literal from its opening quote, decoding its escapes. */
final class StringScanner {
  private final String source;
  private final boolean raw;
  private final boolean bytes;
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
  private int at;
  private int line;
  private int lineStart;

  StringScanner(String source, int at, int line, int lineStart, boolean raw, boolean bytes) {
    this.source = source;
    this.at = at;
    this.line = line;
    this.lineStart = lineStart;
    this.raw = raw;
    this.bytes = bytes;
  }

  int end() {
    return at;
  }

  int line() {
    return line;
  }

  int lineStart() {
    return lineStart;
  }

  /** The literal's value: a {@code String}, or a {@code byte[]} for a bytes literal. */
  Object scan(int start) {
    char quote = source.charAt(at);
    boolean triple = source.startsWith(String.valueOf(quote).repeat(3), at);
    at += triple ? 3 : 1;
    while (true) {
      if (at >= source.length()) {
        throw new SyntaxException(start, "unexpected end of file in string literal");
      }
      char c = source.charAt(at);
      if (c == quote && (!triple || source.startsWith(String.valueOf(quote).repeat(3), at))) {
        at += triple ? 3 : 1;
        return bytes ? octets.toByteArray() : text.toString();
      }
      if (c == '\\') {
        escape(start);
      } else {
        plain(c, triple, start);
      }
    }
  }

  private void plain(char c, boolean triple, int start) {
    if (c == '\r' && at + 1 < source.length() && source.charAt(at + 1) == '\n') {
      at++;
      c = '\n';
    }
    if (c == '\n') {
      if (!triple) {
        throw new SyntaxException(start, "unexpected newline in string literal");
      }
      at++;
      newline();
      append('\n');
      return;
    }
    int codePoint = source.codePointAt(at);
    at += Character.charCount(codePoint);
    append(codePoint);
  }

  private void newline() {
    line++;
    lineStart = at;
  }

  private void append(int codePoint) {
    if (bytes) {
      octets.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    } else {
      text.appendCodePoint(codePoint);
    }
  }

  private void escape(int start) {
    int position = SourcePos.pack(line, at - lineStart + 1);
    at++;
    if (at >= source.length()) {
      throw new SyntaxException(start, "unexpected end of file in string literal");
    }
    char c = source.charAt(at++);
    if (c == '\r' && at < source.length() && source.charAt(at) == '\n') {
      c = source.charAt(at++);
    }
    if (raw) {
      append('\\');
      append(c);
      if (c == '\n') {
        newline();
      }
      return;
    }
    switch (c) {
      case '\n' -> newline();
      case 'a' -> append(7);
      case 'b' -> append('\b');
      case 'f' -> append('\f');
      case 'n' -> append('\n');
      case 'r' -> append('\r');
      case 't' -> append('\t');
      case 'v' -> append(11);
      case '\\', '\'', '"' -> append(c);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(position);
      case 'x' -> octet(hex(2, position), position);
      case 'u' -> codePoint(hex(4, position), position);
      case 'U' -> codePoint(hex(8, position), position);
      default ->
          throw new SyntaxException(
              position, "invalid escape sequence \\" + c + "; write \\\\" + c + " for a backslash");
    }
  }

  private void octal(int position) {
    at--;
    int value = 0;
    for (int i = 0; i < 3 && at < source.length(); i++) {
      int digit = source.charAt(at) - '0';
      if (digit < 0 || digit > 7) {
        break;
      }
      value = value * 8 + digit;
      at++;
    }
    octet(value, position);
  }

  private void octet(long value, int position) {
    if (bytes) {
      if (value > 255) {
        throw new SyntaxException(position, "invalid escape sequence: a byte is at most \\377");
      }
      octets.write((int) value);
    } else if (value > 127) {
      throw new SyntaxException(
          position,
          "non-ASCII octal or hex escape in a string; write \\u" + String.format("%04x", value));
    } else {
      text.append((char) value);
    }
  }

  private long hex(int digits, int position) {
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int digit =
          at < source.length() && source.charAt(at) < 128
              ? Character.digit(source.charAt(at), 16)
              : -1;
      if (digit < 0) {
        throw new SyntaxException(
            position, "truncated escape sequence: expected " + digits + " hexadecimal digits");
      }
      value = value * 16 + digit;
      at++;
    }
    return value;
  }

  private void codePoint(long value, int position) {
    if (value > Character.MAX_CODE_POINT || (value >= 0xD800 && value <= 0xDFFF)) {
      throw new SyntaxException(
          position, String.format("invalid Unicode code point U+%04X in escape", value));
    }
    append((int) value);
  }
}
