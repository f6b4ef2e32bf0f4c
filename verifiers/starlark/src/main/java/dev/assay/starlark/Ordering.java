package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import java.math.BigDecimal;
import java.util.Arrays;

/** The language's order on numbers, strings, bytes, booleans, lists and tuples, charged. */
final class Ordering {
  private Ordering() {}

  /** Negative, 0 or positive; an error for values that have no order. */
  static int compare(StarlarkValue a, StarlarkValue b, Budget budget) {
    Integer order = orderOf(a, b, budget);
    if (order == null) {
      throw StarlarkError.script("unsupported comparison: " + a.type() + " <=> " + b.type());
    }
    return order;
  }

  private static @org.jspecify.annotations.Nullable Integer orderOf(
      StarlarkValue a, StarlarkValue b, Budget budget) {
    return switch (a) {
      case StarlarkInt x ->
          switch (b) {
            case StarlarkInt y -> x.compare(y);
            case StarlarkFloat(double y) -> compare(x, y);
            default -> null;
          };
      case StarlarkFloat(double x) ->
          switch (b) {
            case StarlarkFloat(double y) -> floats(x, y);
            case StarlarkInt y -> -compare(y, x);
            default -> null;
          };
      case StarlarkString(String x) -> {
        if (!(b instanceof StarlarkString(String y))) {
          yield null;
        }
        budget.steps(Math.min(x.length(), y.length()) >> 6);
        yield text(x, y);
      }
      case StarlarkBytes x -> {
        if (!(b instanceof StarlarkBytes y)) {
          yield null;
        }
        budget.steps(Math.min(x.length(), y.length()) >> 6);
        yield Arrays.compareUnsigned(x.shared(), y.shared());
      }
      case StarlarkBool x -> b instanceof StarlarkBool y ? x.compareTo(y) : null;
      case StarlarkList x -> b instanceof StarlarkList y ? sequences(x, y, budget) : null;
      case StarlarkTuple x -> b instanceof StarlarkTuple y ? sequences(x, y, budget) : null;
      default -> null;
    };
  }

  /** Exact comparison of an integer and a float; NaN is above all numbers. */
  static int compare(StarlarkInt x, double y) {
    if (Double.isNaN(y) || Double.isInfinite(y)) {
      return y == Double.NEGATIVE_INFINITY ? 1 : -1;
    }
    if (x.fitsLong() && Math.abs(x.unchecked()) < (1L << 53)) {
      return Double.compare((double) x.unchecked(), y == 0 ? 0.0 : y);
    }
    return new BigDecimal(x.bigValue()).compareTo(new BigDecimal(y));
  }

  private static int floats(double x, double y) {
    return x == y ? 0 : Double.compare(x, y);
  }

  /** By code point: surrogates, which stand for high code points, sort above all others. */
  static int text(String x, String y) {
    int length = Math.min(x.length(), y.length());
    for (int i = 0; i < length; i++) {
      char a = x.charAt(i);
      char b = y.charAt(i);
      if (a != b) {
        boolean highA = Character.isSurrogate(a);
        return highA == Character.isSurrogate(b) ? Character.compare(a, b) : highA ? 1 : -1;
      }
    }
    return Integer.compare(x.length(), y.length());
  }

  private static int sequences(StarlarkSequence x, StarlarkSequence y, Budget budget) {
    budget.enterLevel();
    try {
      int length = Math.min(x.length(), y.length());
      for (int i = 0; i < length; i++) {
        budget.step();
        if (!Equality.equal(x.at(i), y.at(i), budget)) {
          return compare(x.at(i), y.at(i), budget);
        }
      }
      return Integer.compare(x.length(), y.length());
    } finally {
      budget.leaveLevel();
    }
  }
}
