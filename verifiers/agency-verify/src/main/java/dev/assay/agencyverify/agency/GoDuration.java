package dev.assay.agencyverify.agency;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Durations in Go's notation: decimal numbers with a unit each, such as {@code 30m}, {@code 1h30m}
 * or {@code 1.5s}; a bare {@code 0} needs no unit.
 */
public final class GoDuration {

  private static final int TEXT_LENGTH_MAX = 64;
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "\u00b5s", 1_000L,
          "\u03bcs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private GoDuration() {}

  /** The duration {@code text} says, negative ones included; empty when it says none. */
  public static Optional<Duration> parse(String text) {
    if (text.isEmpty() || text.length() > TEXT_LENGTH_MAX) {
      return Optional.empty();
    }
    boolean signed = text.charAt(0) == '-' || text.charAt(0) == '+';
    String body = signed ? text.substring(1) : text;
    if (body.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    return nanos(body).map(sum -> Duration.ofNanos(text.charAt(0) == '-' ? -sum : sum));
  }

  private static Optional<Long> nanos(String body) {
    BigDecimal sum = BigDecimal.ZERO;
    int at = 0;
    do {
      int number = at;
      while (at < body.length() && (isDigit(body.charAt(at)) || body.charAt(at) == '.')) {
        at++;
      }
      int unit = at;
      while (at < body.length() && !isDigit(body.charAt(at)) && body.charAt(at) != '.') {
        at++;
      }
      Long factor = NANOS.get(body.substring(unit, at));
      String digits = body.substring(number, unit);
      if (factor == null || !isNumber(digits)) {
        return Optional.empty();
      }
      sum = sum.add(new BigDecimal(digits).multiply(BigDecimal.valueOf(factor)));
    } while (at < body.length());
    BigDecimal whole = sum.setScale(0, RoundingMode.DOWN);
    return whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
        ? Optional.of(whole.longValueExact())
        : Optional.empty();
  }

  private static boolean isNumber(String digits) {
    return digits.chars().anyMatch(c -> c != '.')
        && digits.chars().filter(c -> c == '.').count() <= 1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
