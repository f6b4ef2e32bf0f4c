package dev.assay.starlark;

import java.util.Locale;

/** Reads the text {@code float(s)} accepts: decimal notation, and names for NaN and infinity. */
final class FloatParser {
  private FloatParser() {}

  static double parse(String text, Budget budget) {
    budget.steps(text.length() >> 4);
    if (text.isEmpty()) {
      throw StarlarkError.script("float: empty string");
    }
    return switch (text.length() > 9 ? "" : text.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> decimal(text);
    };
  }

  private static double decimal(String text) {
    if (!isDecimal(text)) {
      throw StarlarkError.script(
          "float: invalid literal: " + Indexing.shown(StarlarkString.of(text)));
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw StarlarkError.script("float: number too large");
    }
    return value;
  }

  /** Java also reads hexadecimal floats, type suffixes and blanks; scripts may not. */
  static boolean isDecimal(String text) {
    int at = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
    int whole = digits(text, at);
    at += whole;
    int fraction = 0;
    if (at < text.length() && text.charAt(at) == '.') {
      fraction = digits(text, at + 1);
      at += 1 + fraction;
    }
    if (whole + fraction == 0) {
      return false;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      at += at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-') ? 1 : 0;
      int exponent = digits(text, at);
      if (exponent == 0) {
        return false;
      }
      at += exponent;
    }
    return at == text.length();
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }
}
