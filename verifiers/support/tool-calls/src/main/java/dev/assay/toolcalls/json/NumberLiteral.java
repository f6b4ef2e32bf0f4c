package dev.assay.toolcalls.json;

/** Values of number literals: ECMAScript's, except that integers that fit 64 bits stay exact. */
final class NumberLiteral {

  private static final int DIGITS_EXACT = 18;

  private NumberLiteral() {}

  /** The integer {@code [start, end)} of {@code text}, whose digits begin at {@code digits}. */
  static Scalar integer(String text, int start, int digits, int end) {
    int count = end - digits;
    if (count <= DIGITS_EXACT) {
      long value = 0;
      for (int i = digits; i < end; i++) {
        value = value * 10 + (text.charAt(i) - '0');
      }
      return Scalar.Int.of(digits > start ? -value : value);
    }
    if (count == DIGITS_EXACT + 1) {
      try {
        return Scalar.Int.of(Long.parseLong(text, start, end, 10));
      } catch (NumberFormatException _) {
        return large(text, start, end);
      }
    }
    return large(text, start, end);
  }

  private static Scalar large(String text, int start, int end) {
    return new Scalar.Real(Double.parseDouble(text.substring(start, end)), true);
  }

  /**
   * The double nearest to the literal {@code [start, end)}; an integral one that an exact integer
   * also prints is one.
   */
  static Scalar real(String text, int start, int end) {
    double value = Double.parseDouble(text.substring(start, end));
    boolean small = value == Math.rint(value) && Math.abs(value) <= 0x1p53;
    return small ? Scalar.Int.of((long) value) : new Scalar.Real(value, false);
  }
}
