package dev.assay.starlark.lib;

import dev.assay.starlark.StarlarkFloat;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkOpaque;
import dev.assay.starlark.StarlarkValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@code time.duration}: a signed number of nanoseconds. */
public final class StarlarkDuration extends StarlarkOpaque {
  private final long nanos;

  private StarlarkDuration(long nanos) {
    this.nanos = nanos;
  }

  /** The duration of so many nanoseconds. */
  public static StarlarkDuration ofNanos(long nanos) {
    return new StarlarkDuration(nanos);
  }

  /** Its length in nanoseconds. */
  public long nanos() {
    return nanos;
  }

  @Override
  public String type() {
    return "time.duration";
  }

  @Override
  public boolean truth() {
    return nanos != 0;
  }

  @Override
  public @Nullable StarlarkValue attribute(String name) {
    return switch (name) {
      case "hours" -> new StarlarkFloat(nanos / 3.6e12);
      case "minutes" -> new StarlarkFloat(nanos / 6e10);
      case "seconds" -> new StarlarkFloat(nanos / 1e9);
      case "milliseconds" -> StarlarkInt.of(nanos / 1_000_000);
      case "microseconds" -> StarlarkInt.of(nanos / 1_000);
      case "nanoseconds" -> StarlarkInt.of(nanos);
      default -> null;
    };
  }

  @Override
  public List<String> attributeNames() {
    return List.of("hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds");
  }

  @Override
  public @Nullable StarlarkValue arithmetic(
      Operator operator, StarlarkValue other, boolean leftHand) {
    return switch (other) {
      case StarlarkDuration that -> leftHand ? withDuration(operator, that) : null;
      case StarlarkInt count -> withCount(operator, count, leftHand);
      default -> null;
    };
  }

  private @Nullable StarlarkValue withDuration(Operator operator, StarlarkDuration that) {
    return switch (operator) {
      case ADD -> new StarlarkDuration(Math.addExact(nanos, that.nanos));
      case SUBTRACT -> new StarlarkDuration(Math.subtractExact(nanos, that.nanos));
      case DIVIDE -> new StarlarkFloat((double) nanos / nonZero(that.nanos));
      case FLOOR_DIVIDE -> StarlarkInt.of(Math.floorDiv(nanos, nonZero(that.nanos)));
      case MULTIPLY, MODULO -> null;
    };
  }

  private @Nullable StarlarkValue withCount(
      Operator operator, StarlarkInt count, boolean leftHand) {
    return switch (operator) {
      case MULTIPLY -> new StarlarkDuration(Math.multiplyExact(nanos, count.longValueExact()));
      case DIVIDE, FLOOR_DIVIDE ->
          leftHand ? new StarlarkDuration(nanos / nonZero(count.longValueExact())) : null;
      case ADD, SUBTRACT, MODULO -> null;
    };
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("division by zero");
    }
    return divisor;
  }

  @Override
  public @Nullable Integer order(StarlarkOpaque other) {
    return other instanceof StarlarkDuration that ? Long.compare(nanos, that.nanos) : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StarlarkDuration that && nanos == that.nanos;
  }

  @Override
  public int hashCode() {
    return Objects.hash("duration", nanos);
  }

  /** Hours, minutes and seconds such as {@code 1h2m3.5s}. */
  @Override
  public String toString() {
    if (nanos == 0) {
      return "0s";
    }
    var size = java.math.BigDecimal.valueOf(nanos, 9).abs();
    String sign = nanos < 0 ? "-" : "";
    if (size.compareTo(java.math.BigDecimal.ONE) < 0) {
      return sign + small(Math.abs(nanos));
    }
    long whole = size.longValue();
    String seconds = plain(size.subtract(java.math.BigDecimal.valueOf(whole / 60 * 60))) + "s";
    String minutes = whole >= 60 ? whole / 60 % 60 + "m" : "";
    return sign + (whole >= 3600 ? whole / 3600 + "h" : "") + minutes + seconds;
  }

  private static String small(long nanos) {
    if (nanos < 1_000) {
      return nanos + "ns";
    }
    return nanos < 1_000_000
        ? plain(java.math.BigDecimal.valueOf(nanos, 3)) + "µs"
        : plain(java.math.BigDecimal.valueOf(nanos, 6)) + "ms";
  }

  private static String plain(java.math.BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
