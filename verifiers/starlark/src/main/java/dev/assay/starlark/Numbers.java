package dev.assay.starlark;

import dev.assay.starlark.syntax.TokenKind;
import java.math.BigInteger;

/** Integer and float arithmetic; wide results are checked and charged before they are made. */
final class Numbers {
  private Numbers() {}

  static double toDouble(StarlarkInt i) {
    double value = i.doubleValue();
    if (Double.isInfinite(value)) {
      throw StarlarkError.script("int too large to convert to float");
    }
    return value;
  }

  /** The decimal digits; converting a wide integer is charged by its width squared. */
  static String decimal(StarlarkInt i, Budget budget) {
    chargeConversion(i.bitLength(), budget);
    return i.toString();
  }

  static void chargeConversion(long bits, Budget budget) {
    long words = bits >> 5;
    if (words > 2) {
      budget.steps((words * words) >> 8);
      budget.text(bits / 3);
    }
  }

  /** An integer with the value of a finite float cut towards zero. */
  static StarlarkInt truncate(double value, Budget budget) {
    if (!Double.isFinite(value)) {
      throw StarlarkError.script(
          "cannot convert float " + FloatText.shortest(value) + " to integer");
    }
    if (Math.abs(value) < 9e18) {
      return StarlarkInt.of((long) value);
    }
    budget.intBits(Math.getExponent(value) + 1);
    return StarlarkInt.of(new java.math.BigDecimal(value).toBigInteger());
  }

  static StarlarkInt add(StarlarkInt x, StarlarkInt y, Budget budget) {
    if (x.fitsLong() && y.fitsLong()) {
      long a = x.unchecked();
      long b = y.unchecked();
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) >= 0) {
        return StarlarkInt.of(sum);
      }
    }
    budget.intBits(Math.max(x.bitLength(), y.bitLength()) + 1L);
    return StarlarkInt.of(x.bigValue().add(y.bigValue()));
  }

  static StarlarkInt subtract(StarlarkInt x, StarlarkInt y, Budget budget) {
    if (x.fitsLong() && y.fitsLong()) {
      long a = x.unchecked();
      long b = y.unchecked();
      long difference = a - b;
      if (((a ^ b) & (a ^ difference)) >= 0) {
        return StarlarkInt.of(difference);
      }
    }
    budget.intBits(Math.max(x.bitLength(), y.bitLength()) + 1L);
    return StarlarkInt.of(x.bigValue().subtract(y.bigValue()));
  }

  static StarlarkInt negate(StarlarkInt x, Budget budget) {
    return subtract(StarlarkInt.ZERO, x, budget);
  }

  static StarlarkInt multiply(StarlarkInt x, StarlarkInt y, Budget budget) {
    if (x.fitsLong() && y.fitsLong()) {
      long high = Math.multiplyHigh(x.unchecked(), y.unchecked());
      long low = x.unchecked() * y.unchecked();
      if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
        return StarlarkInt.of(low);
      }
    }
    // The product of n and m bits has at least n + m - 1.
    budget.intBits(Math.max(64, (long) x.bitLength() + y.bitLength() - 1));
    chargeProduct(x, y, budget);
    return checked(x.bigValue().multiply(y.bigValue()), budget);
  }

  private static StarlarkInt checked(BigInteger value, Budget budget) {
    if (value.bitLength() > budget.limits().intBitsMax()) {
      budget.intBits(value.bitLength());
    }
    return StarlarkInt.of(value);
  }

  private static void chargeProduct(StarlarkInt x, StarlarkInt y, Budget budget) {
    budget.steps(((long) (x.bitLength() >> 5) * (y.bitLength() >> 5)) >> 7);
  }

  static StarlarkInt floorDivide(StarlarkInt x, StarlarkInt y, Budget budget) {
    if (y.signum() == 0) {
      throw StarlarkError.script("floored division by zero");
    }
    if (x.fitsLong() && y.fitsLong() && x.unchecked() != Long.MIN_VALUE) {
      return StarlarkInt.of(Math.floorDiv(x.unchecked(), y.unchecked()));
    }
    chargeProduct(x, y, budget);
    budget.intBits(x.bitLength());
    BigInteger[] parts = x.bigValue().divideAndRemainder(y.bigValue());
    boolean below = parts[1].signum() != 0 && parts[1].signum() != y.signum();
    return StarlarkInt.of(below ? parts[0].subtract(BigInteger.ONE) : parts[0]);
  }

  static StarlarkInt modulo(StarlarkInt x, StarlarkInt y, Budget budget) {
    if (y.signum() == 0) {
      throw StarlarkError.script("integer modulo by zero");
    }
    if (x.fitsLong() && y.fitsLong()) {
      return StarlarkInt.of(Math.floorMod(x.unchecked(), y.unchecked()));
    }
    chargeProduct(x, y, budget);
    budget.intBits(y.bitLength());
    BigInteger remainder = x.bigValue().remainder(y.bigValue());
    boolean fix = remainder.signum() != 0 && remainder.signum() != y.signum();
    return StarlarkInt.of(fix ? remainder.add(y.bigValue()) : remainder);
  }

  static StarlarkInt bitwise(TokenKind op, StarlarkInt x, StarlarkInt y, Budget budget) {
    if (x.fitsLong() && y.fitsLong()) {
      long a = x.unchecked();
      long b = y.unchecked();
      return StarlarkInt.of(op == TokenKind.AMP ? a & b : op == TokenKind.PIPE ? a | b : a ^ b);
    }
    budget.intBits(Math.max(x.bitLength(), y.bitLength()));
    BigInteger a = x.bigValue();
    BigInteger b = y.bigValue();
    return StarlarkInt.of(
        op == TokenKind.AMP ? a.and(b) : op == TokenKind.PIPE ? a.or(b) : a.xor(b));
  }

  static StarlarkInt shift(boolean left, StarlarkInt x, StarlarkInt y, Budget budget) {
    if (y.signum() < 0) {
      throw StarlarkError.script("negative shift count: " + (y.fitsLong() ? y : "too low"));
    }
    if (!left) {
      if (!y.fitsInt()) {
        return x.signum() < 0 ? StarlarkInt.of(-1) : StarlarkInt.ZERO;
      }
      budget.intBits(Math.max(0, x.bitLength() - y.unchecked()));
      return StarlarkInt.of(x.bigValue().shiftRight((int) y.unchecked()));
    }
    if (x.signum() == 0) {
      return x;
    }
    budget.intBits(y.fitsInt() ? x.bitLength() + y.unchecked() : Integer.MAX_VALUE);
    return StarlarkInt.of(x.bigValue().shiftLeft((int) y.unchecked()));
  }

  static StarlarkValue floats(TokenKind op, double x, double y) {
    return switch (op) {
      case PLUS -> new StarlarkFloat(x + y);
      case MINUS -> new StarlarkFloat(x - y);
      case STAR -> new StarlarkFloat(x * y);
      case SLASH -> {
        if (y == 0) {
          throw StarlarkError.script("floating-point division by zero");
        }
        yield new StarlarkFloat(x / y);
      }
      case SLASHSLASH -> {
        if (y == 0) {
          throw StarlarkError.script("floored division by zero");
        }
        yield new StarlarkFloat(Math.floor(x / y));
      }
      case PERCENT -> {
        if (y == 0) {
          throw StarlarkError.script("floating-point modulo by zero");
        }
        double remainder = x % y;
        yield new StarlarkFloat((x < 0) != (y < 0) && remainder != 0 ? remainder + y : remainder);
      }
      default -> throw new IllegalArgumentException("no float operator " + op.text());
    };
  }
}
