package dev.assay.cfverify.judge;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code 1 h 30 min}: a number that goes on in smaller units of its dimension is one number.
 *
 * @param unit the smallest of its units
 * @param end where it ends in the line
 */
record Parts(BigDecimal value, Unit unit, int end) {

  private static final int PARTS_MAX = 4;

  private static final Pattern NEXT =
      Pattern.compile(",? (?:and )?(\\d{1,9}(?:\\.\\d{1,9})?) ?([\\p{L}µμ]{1,20})(?!\\w)");

  /** The number {@code first} that ends at {@code end}, with what follows of it. */
  static Parts of(String line, BigDecimal first, Unit unit, int end) {
    Parts sum = new Parts(first, unit, end);
    for (int part = 0; part < PARTS_MAX; part++) {
      Matcher next = NEXT.matcher(line).region(sum.end, line.length());
      Unit smaller = next.lookingAt() ? Unit.known(next.group(2)) : null;
      if (smaller == null || !sum.unit.isLargerThan(smaller)) {
        return sum;
      }
      BigDecimal factor = sum.unit.factor().divide(smaller.factor(), MathContext.DECIMAL128);
      sum =
          new Parts(
              sum.value.multiply(factor).add(new BigDecimal(next.group(1))), smaller, next.end());
    }
    return sum;
  }
}
