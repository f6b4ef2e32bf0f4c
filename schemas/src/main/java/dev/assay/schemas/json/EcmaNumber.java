package dev.assay.schemas.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Prints IEEE 754 doubles as ECMAScript does (ECMA-262, Number::toString, radix 10), which is the
 * form RFC 8785 section 3.2.2.3 requires.
 */
public final class EcmaNumber {

  private EcmaNumber() {}

  /**
   * The shortest decimal text that reads back as {@code value}.
   *
   * @throws IllegalArgumentException for NaN and infinities, which JSON cannot express
   */
  public static String text(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite number, found " + value);
    }
    if (value == 0) {
      return "0";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    String sign = value < 0 ? "-" : "";
    return sign + positive(shortest(Math.abs(value)));
  }

  /**
   * The shortest digits of a positive double. {@link Double#toString(double)} is shortest except
   * that it never prints fewer than two digits, so a one-digit candidate is tried when it prints
   * two.
   */
  private static BigDecimal shortest(double value) {
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (digits.precision() == 2) {
      for (RoundingMode mode : new RoundingMode[] {RoundingMode.HALF_EVEN, RoundingMode.UP}) {
        BigDecimal one = digits.round(new MathContext(1, mode));
        if (one.doubleValue() == value) {
          return one.stripTrailingZeros();
        }
      }
    }
    return digits;
  }

  private static String positive(BigDecimal value) {
    String digits = value.unscaledValue().toString();
    int k = digits.length();
    int n = k - value.scale();
    if (k <= n && n <= 21) {
      return digits + "0".repeat(n - k);
    }
    if (0 < n && n <= 21) {
      return digits.substring(0, n) + "." + digits.substring(n);
    }
    if (-6 < n && n <= 0) {
      return "0." + "0".repeat(-n) + digits;
    }
    String exponent = (n - 1 < 0 ? "-" : "+") + Math.abs(n - 1);
    return k == 1
        ? digits + "e" + exponent
        : digits.charAt(0) + "." + digits.substring(1) + "e" + exponent;
  }
}
