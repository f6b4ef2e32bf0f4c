package dev.assay.quick.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Scores as text. */
public final class Numbers {

  private static final int DECIMALS = 3;

  private Numbers() {}

  /** {@code value} with three decimals, as ECMAScript's {@code toFixed(3)} rounds it. */
  public static String fixed(double value) {
    return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString();
  }

  /** {@link #fixed} without trailing zeros and decimal point. */
  public static String brief(double value) {
    return new BigDecimal(fixed(value)).stripTrailingZeros().toPlainString();
  }
}
