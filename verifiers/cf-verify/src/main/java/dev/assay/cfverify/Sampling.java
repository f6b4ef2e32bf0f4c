package dev.assay.cfverify;

import dev.assay.schemas.message.Risk;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Chooses how many claims are verified; which ones follows: the first (specification, step 5). */
final class Sampling {

  private static final BigDecimal LOW = new BigDecimal("0.05");
  private static final BigDecimal MEDIUM = new BigDecimal("0.15");
  private static final BigDecimal HIGH = new BigDecimal("0.30");

  private Sampling() {}

  /** The specification's share of claims to verify (step 4). */
  static BigDecimal rate(Risk risk) {
    return switch (risk) {
      case LOW -> LOW;
      case MEDIUM -> MEDIUM;
      case HIGH -> HIGH;
    };
  }

  /**
   * ceil(total x rate) in exact decimals, at least 1 unless there is nothing to verify.
   *
   * @param rate from 0 to 1
   */
  static int count(int total, BigDecimal rate) {
    int share =
        BigDecimal.valueOf(total).multiply(rate).setScale(0, RoundingMode.CEILING).intValueExact();
    return total == 0 ? 0 : Math.max(1, share);
  }
}
