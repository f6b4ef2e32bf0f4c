package dev.assay.starlark;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How floats are written: the shortest digits that read back, and the printf forms. */
final class FloatText {
  private static final int EXPONENT_LOW = -4;
  private static final int EXPONENT_HIGH = 6;

  private FloatText() {}

  /** The form of {@code str}: {@code 1.0}, {@code 1e+100}, {@code +inf}. */
  static String shortest(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "+inf" : "-inf";
    }
    String text = general(value, 'e');
    return text.indexOf('e') < 0 && text.indexOf('.') < 0 ? text + ".0" : text;
  }

  /** The form of {@code %e}, {@code %f} or {@code %g} (or a capital) with default precision. */
  static String formatted(double value, char conversion) {
    if (!Double.isFinite(value)) {
      return shortest(value);
    }
    char lower = Character.toLowerCase(conversion);
    String text =
        switch (lower) {
          case 'e' -> exponential(value);
          case 'f' -> fixed(value);
          default -> shortest(value);
        };
    return lower == conversion ? text : text.toUpperCase(java.util.Locale.ROOT);
  }

  private static String fixed(double value) {
    String text = new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    return isNegative(value) && !text.startsWith("-") ? "-" + text : text;
  }

  private static String exponential(double value) {
    if (value == 0) {
      return (isNegative(value) ? "-" : "") + "0.000000e+00";
    }
    var exact = new BigDecimal(Math.abs(value));
    BigDecimal rounded = exact.round(new java.math.MathContext(7, RoundingMode.HALF_EVEN));
    String digits = rounded.unscaledValue().toString();
    int exponent = digits.length() - 1 - rounded.scale();
    digits = (digits + "0000000").substring(0, 7);
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + "."
        + digits.substring(1)
        + "e"
        + exponent(exponent);
  }

  private static String general(double value, char mark) {
    if (value == 0) {
      return isNegative(value) ? "-0" : "0";
    }
    BigDecimal shortest = shortestDecimal(Math.abs(value));
    String digits = shortest.unscaledValue().toString();
    int exponent = digits.length() - 1 - shortest.scale();
    var out = new StringBuilder(32);
    if (value < 0) {
      out.append('-');
    }
    // Digits beyond the point-free part decide, as in printf with the shortest precision.
    int high = Math.max(digits.length(), EXPONENT_HIGH);
    if (digits.length() > EXPONENT_HIGH || exponent >= EXPONENT_HIGH) {
      high = EXPONENT_HIGH;
    }
    if (exponent < EXPONENT_LOW || exponent >= high) {
      out.append(digits.charAt(0));
      if (digits.length() > 1) {
        out.append('.').append(digits, 1, digits.length());
      }
      return out.append(mark).append(exponent(exponent)).toString();
    }
    return out.append(shortest.toPlainString()).toString();
  }

  private static BigDecimal shortestDecimal(double positive) {
    BigDecimal shortest = new BigDecimal(Double.toString(positive)).stripTrailingZeros();
    if (shortest.precision() == 2) {
      // Double.toString prefers two digits; the nearest single one may do.
      var single =
          new BigDecimal(positive).round(new java.math.MathContext(1, RoundingMode.HALF_EVEN));
      if (single.doubleValue() == positive) {
        return single.stripTrailingZeros();
      }
    }
    return shortest;
  }

  private static String exponent(int exponent) {
    int size = Math.abs(exponent);
    return (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
  }

  private static boolean isNegative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }
}
