package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.TokenStream.Token;
import java.math.BigInteger;

/** Reads one number: decimal, 0x, 0o, 0b integers and floats. */
final class NumberScanner {
  private final String source;
  private final int start;
  private final int position;
  private final SyntaxLimits limits;
  private int at;

  NumberScanner(String source, int start, int position, SyntaxLimits limits) {
    this.source = source;
    this.start = start;
    this.position = position;
    this.limits = limits;
    this.at = start;
  }

  /** The index after the number. */
  int end() {
    return at;
  }

  Token scan() {
    char first = source.charAt(at);
    char second = at + 1 < source.length() ? Character.toLowerCase(source.charAt(at + 1)) : 0;
    Token token =
        switch (first == '0' ? second : 0) {
          case 'x' -> based(16);
          case 'o' -> based(8);
          case 'b' -> based(2);
          default -> decimal();
        };
    if (at < source.length() && isWordPart(source.charAt(at))) {
      throw new SyntaxException(position, "invalid number literal");
    }
    return token;
  }

  private static boolean isWordPart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private Token based(int base) {
    at += 2;
    int digits = at;
    while (at < source.length() && Character.digit(source.charAt(at), base) >= 0 && ascii()) {
      at++;
    }
    if (at == digits) {
      throw new SyntaxException(position, "invalid number literal: no digits after its prefix");
    }
    return integer(source.substring(digits, at), base);
  }

  private boolean ascii() {
    return source.charAt(at) < 128;
  }

  private Token decimal() {
    skipDigits();
    boolean fraction = at < source.length() && source.charAt(at) == '.';
    if (fraction) {
      at++;
      skipDigits();
    }
    boolean exponent = exponent();
    String text = source.substring(start, at);
    if (fraction || exponent) {
      double value = Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        throw new SyntaxException(position, "floating-point literal too large");
      }
      return new Token(TokenKind.FLOAT, position, value);
    }
    if (text.length() > 1 && text.charAt(0) == '0' && !text.chars().allMatch(c -> c == '0')) {
      throw new SyntaxException(
          position, "obsolete form of octal literal; write 0o" + text.substring(1));
    }
    return integer(text, 10);
  }

  private boolean exponent() {
    if (at >= source.length() || (source.charAt(at) != 'e' && source.charAt(at) != 'E')) {
      return false;
    }
    at++;
    if (at < source.length() && (source.charAt(at) == '+' || source.charAt(at) == '-')) {
      at++;
    }
    int digits = at;
    skipDigits();
    if (at == digits) {
      throw new SyntaxException(position, "invalid float literal: no digits in its exponent");
    }
    return true;
  }

  private void skipDigits() {
    while (at < source.length() && Lexer.isDigit(source.charAt(at))) {
      at++;
    }
  }

  private Token integer(String digits, int base) {
    if (digits.length() <= 15) {
      return new Token(TokenKind.INT, position, Long.parseLong(digits, base));
    }
    double bits = digits.length() * (Math.log(base) / Math.log(2));
    if (bits > limits.intBitsMax()) {
      throw new SyntaxException(
          position, "integer literal too wide: expected at most " + limits.intBitsMax() + " bits");
    }
    BigInteger value = new BigInteger(digits, base);
    Object shortest = value.bitLength() < 64 ? (Object) value.longValue() : value;
    return new Token(TokenKind.INT, position, shortest);
  }
}
