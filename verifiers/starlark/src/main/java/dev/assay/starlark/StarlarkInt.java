package dev.assay.starlark;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An integer of any size up to the budget's cap. */
public final class StarlarkInt implements StarlarkValue {
  private static final int CACHE_LOW = -128;
  private static final int CACHE_HIGH = 1023;
  private static final StarlarkInt[] CACHE = cache();

  /** 0. */
  public static final StarlarkInt ZERO = of(0);

  /** 1. */
  public static final StarlarkInt ONE = of(1);

  private final long small;
  private final @Nullable BigInteger big;

  private StarlarkInt(long small, @Nullable BigInteger big) {
    this.small = small;
    this.big = big;
  }

  private static StarlarkInt[] cache() {
    var cache = new StarlarkInt[CACHE_HIGH - CACHE_LOW + 1];
    for (int i = 0; i < cache.length; i++) {
      cache[i] = new StarlarkInt(i + CACHE_LOW, null);
    }
    return cache;
  }

  /** The integer with this value. */
  public static StarlarkInt of(long value) {
    return value >= CACHE_LOW && value <= CACHE_HIGH
        ? CACHE[(int) value - CACHE_LOW]
        : new StarlarkInt(value, null);
  }

  /** The integer with this value. */
  public static StarlarkInt of(BigInteger value) {
    return value.bitLength() < Long.SIZE ? of(value.longValue()) : new StarlarkInt(0, value);
  }

  /** Whether it fits a {@code long}. */
  public boolean fitsLong() {
    return big == null;
  }

  /** Whether it fits an {@code int}. */
  public boolean fitsInt() {
    return big == null && small == (int) small;
  }

  /**
   * The value as a {@code long}.
   *
   * @throws ArithmeticException when it does not fit
   */
  public long longValueExact() {
    if (big != null) {
      throw new ArithmeticException("integer does not fit 64 bits");
    }
    return small;
  }

  /** The value at any size. */
  public BigInteger bigValue() {
    return big == null ? BigInteger.valueOf(small) : big;
  }

  /** -1, 0 or 1. */
  public int signum() {
    return big == null ? Long.signum(small) : big.signum();
  }

  /** The nearest double; infinite when out of range. */
  public double doubleValue() {
    return big == null ? (double) small : big.doubleValue();
  }

  /** Bits without the sign. */
  int bitLength() {
    return big == null
        ? Long.SIZE - Long.numberOfLeadingZeros(small < 0 ? ~small : small)
        : big.bitLength();
  }

  /** The value when {@link #fitsLong()}; 0 otherwise. */
  long unchecked() {
    return small;
  }

  int compare(StarlarkInt other) {
    return big == null && other.big == null
        ? Long.compare(small, other.small)
        : bigValue().compareTo(other.bigValue());
  }

  @Override
  public String type() {
    return "int";
  }

  @Override
  public boolean truth() {
    return big != null || small != 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof StarlarkInt that)) {
      return false;
    }
    return big == null ? that.big == null && small == that.small : big.equals(that.big);
  }

  @Override
  public int hashCode() {
    return big == null ? Long.hashCode(small) : big.hashCode();
  }

  @Override
  public String toString() {
    return big == null ? Long.toString(small) : big.toString();
  }
}
