package dev.assay.starlark;

import java.math.BigInteger;

/** What {@code int(x, base)} does. */
final class IntParser {
  private static final int BASE_MAX = 36;

  private IntParser() {}

  static StarlarkValue toInt(Evaluation ev, Arguments a) {
    StarlarkValue x = a.value("x");
    StarlarkValue base = a.optional("base");
    if (x instanceof StarlarkString(String text)) {
      return parse(text, base == null ? 10 : baseOf(a), ev.budget());
    }
    if (base != null) {
      throw StarlarkError.script("int: can't convert non-string with explicit base");
    }
    return switch (x) {
      case StarlarkBool bool -> bool.truth() ? StarlarkInt.ONE : StarlarkInt.ZERO;
      case StarlarkInt i -> i;
      case StarlarkFloat(double d) -> Numbers.truncate(d, ev.budget());
      default -> throw a.wrongType("x", "string, number or bool");
    };
  }

  private static int baseOf(Arguments a) {
    int base = a.integer("base");
    if (base != 0 && (base < 2 || base > BASE_MAX)) {
      throw StarlarkError.script("int: base must be an integer >= 2 && <= 36, or 0");
    }
    return base;
  }

  static StarlarkInt parse(String text, int givenBase, Budget budget) {
    budget.steps(text.length() >> 4);
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    int prefix = prefixBase(digits);
    if (prefix != 0) {
      digits = digits.substring(2);
    } else if (givenBase == 0 && digits.length() > 1 && digits.charAt(0) == '0') {
      if (digits.chars().allMatch(c -> c == '0')) {
        return StarlarkInt.ZERO;
      }
      throw invalid(text, givenBase);
    }
    if (prefix != 0 && givenBase != 0 && prefix != givenBase) {
      throw invalid(text, givenBase);
    }
    int base = givenBase != 0 ? givenBase : prefix != 0 ? prefix : 10;
    if (!allDigits(digits, base)) {
      throw invalid(text, base);
    }
    long bits = (long) (digits.length() * (Math.log(base) / Math.log(2)));
    if (bits > 64) {
      budget.intBits(bits);
      Numbers.chargeConversion(bits, budget);
    }
    BigInteger value = new BigInteger(digits, base);
    return StarlarkInt.of(negative ? value.negate() : value);
  }

  private static int prefixBase(String digits) {
    if (digits.length() < 3 || digits.charAt(0) != '0') {
      return 0;
    }
    return switch (digits.charAt(1)) {
      case 'x', 'X' -> 16;
      case 'o', 'O' -> 8;
      case 'b', 'B' -> 2;
      default -> 0;
    };
  }

  private static boolean allDigits(String digits, int base) {
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) > 127 || Character.digit(digits.charAt(i), base) < 0) {
        return false;
      }
    }
    return !digits.isEmpty();
  }

  private static StarlarkError invalid(String text, int base) {
    return StarlarkError.script(
        "int: invalid literal with base " + base + ": " + Indexing.shown(StarlarkString.of(text)));
  }
}
