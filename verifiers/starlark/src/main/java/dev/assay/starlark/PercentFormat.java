package dev.assay.starlark;

import java.util.Locale;

/** What {@code format % arguments} does. */
final class PercentFormat {
  private final String format;
  private final StarlarkValue arguments;
  private final StarlarkValue[] positional;
  private final Budget budget;
  private final TextOut out;
  private int at;
  private int used;

  private PercentFormat(String format, StarlarkValue arguments, Budget budget) {
    this.format = format;
    this.arguments = arguments;
    this.positional =
        arguments instanceof StarlarkTuple tuple ? tuple.shared() : new StarlarkValue[] {arguments};
    this.budget = budget;
    this.out = new TextOut(budget);
  }

  static StarlarkValue format(String format, StarlarkValue arguments, Budget budget) {
    var formatter = new PercentFormat(format, arguments, budget);
    formatter.run();
    return StarlarkString.of(formatter.out.toString());
  }

  private void run() {
    while (true) {
      int percent = format.indexOf('%', at);
      if (percent < 0) {
        out.append(format, at, format.length());
        break;
      }
      out.append(format, at, percent);
      at = percent + 1;
      budget.step();
      if (at < format.length() && format.charAt(at) == '%') {
        out.append('%');
        at++;
      } else {
        conversion();
      }
    }
    if (used < positional.length) {
      throw StarlarkError.script("too many arguments for format string");
    }
  }

  private void conversion() {
    StarlarkValue argument = at < format.length() && format.charAt(at) == '(' ? named() : next();
    if (at >= format.length()) {
      throw StarlarkError.script("incomplete format");
    }
    char conversion = format.charAt(at++);
    used++;
    switch (conversion) {
      case 's' -> out.append(Printer.str(argument, budget));
      case 'r' -> Printer.write(argument, out, budget);
      case 'd', 'i', 'o', 'x', 'X' -> out.append(integer(conversion, argument));
      case 'e', 'f', 'g', 'E', 'F', 'G' -> out.append(real(conversion, argument));
      case 'c' -> character(argument);
      case '%' -> out.append('%');
      default ->
          throw StarlarkError.script(
              "unknown conversion %"
                  + conversion
                  + "; expected one of s r d i o x X e f g E F G c %, without width or flags");
    }
  }

  private StarlarkValue named() {
    int close = format.indexOf(')', at);
    if (close < 0) {
      throw StarlarkError.script("incomplete format key");
    }
    if (!(arguments instanceof StarlarkDict dict)) {
      throw StarlarkError.script("format requires a mapping");
    }
    String key = format.substring(at + 1, close);
    StarlarkValue value = dict.find(StarlarkString.of(key), budget);
    if (value == null) {
      throw StarlarkError.script("key not found: " + key);
    }
    at = close + 1;
    return value;
  }

  private StarlarkValue next() {
    if (used >= positional.length) {
      throw StarlarkError.script("not enough arguments for format string");
    }
    return positional[used];
  }

  private String integer(char conversion, StarlarkValue argument) {
    StarlarkInt value =
        switch (argument) {
          case StarlarkInt i -> i;
          case StarlarkFloat(double d) -> Numbers.truncate(d, budget);
          default ->
              throw StarlarkError.script(
                  "%" + conversion + " format requires integer, not " + argument.type());
        };
    return switch (conversion) {
      case 'o' -> based(value, 8);
      case 'x' -> based(value, 16);
      case 'X' -> based(value, 16).toUpperCase(Locale.ROOT);
      default -> Numbers.decimal(value, budget);
    };
  }

  private String based(StarlarkInt value, int radix) {
    budget.text(value.bitLength() / 3);
    return value.bigValue().toString(radix);
  }

  private static String real(char conversion, StarlarkValue argument) {
    double value =
        switch (argument) {
          case StarlarkFloat(double d) -> d;
          case StarlarkInt i -> Numbers.toDouble(i);
          default ->
              throw StarlarkError.script(
                  "%" + conversion + " format requires float, not " + argument.type());
        };
    return FloatText.formatted(value, conversion);
  }

  private void character(StarlarkValue argument) {
    switch (argument) {
      case StarlarkInt i -> {
        boolean valid = i.fitsInt() && Character.isValidCodePoint((int) i.unchecked());
        if (!valid || Conversions.surrogate((int) i.unchecked())) {
          throw StarlarkError.script("%c format requires a valid Unicode code point, got " + i);
        }
        out.appendCodePoint((int) i.unchecked());
      }
      case StarlarkString(String text) -> {
        if (text.isEmpty() || text.length() != Character.charCount(text.codePointAt(0))) {
          throw StarlarkError.script("%c format requires a single-character string");
        }
        out.append(text);
      }
      default ->
          throw StarlarkError.script(
              "%c format requires int or single-character string, not " + argument.type());
    }
  }
}
