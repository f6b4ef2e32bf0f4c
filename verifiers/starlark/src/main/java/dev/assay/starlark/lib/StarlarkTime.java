package dev.assay.starlark.lib;

import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkOpaque;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkValue;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code time.time}: an instant with a zone to show it in. */
public final class StarlarkTime extends StarlarkOpaque {
  private final ZonedDateTime value;

  private StarlarkTime(ZonedDateTime value) {
    this.value = value;
  }

  /** The value for a Java time. */
  public static StarlarkTime of(ZonedDateTime value) {
    return new StarlarkTime(value);
  }

  /** The Java time. */
  public ZonedDateTime value() {
    return value;
  }

  @Override
  public String type() {
    return "time.time";
  }

  @Override
  public @Nullable StarlarkValue attribute(String name) {
    return switch (name) {
      case "year" -> StarlarkInt.of(value.getYear());
      case "month" -> StarlarkInt.of(value.getMonthValue());
      case "day" -> StarlarkInt.of(value.getDayOfMonth());
      case "hour" -> StarlarkInt.of(value.getHour());
      case "minute" -> StarlarkInt.of(value.getMinute());
      case "second" -> StarlarkInt.of(value.getSecond());
      case "nanosecond" -> StarlarkInt.of(value.getNano());
      case "unix" -> StarlarkInt.of(value.toEpochSecond());
      case "unix_nano" ->
          StarlarkInt.of(
              java.math.BigInteger.valueOf(value.toEpochSecond())
                  .multiply(java.math.BigInteger.valueOf(1_000_000_000))
                  .add(java.math.BigInteger.valueOf(value.getNano())));
      case "in_location" -> inLocation();
      case "rfc3339" -> StarlarkString.of(toString());
      default -> null;
    };
  }

  private StarlarkValue inLocation() {
    return StarlarkBuiltin.of(
        "in_location",
        Signature.of("name", "/"),
        (_, a) -> new StarlarkTime(value.withZoneSameInstant(ZoneId.of(a.string("name")))));
  }

  @Override
  public List<String> attributeNames() {
    return List.of(
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "nanosecond",
        "unix",
        "unix_nano",
        "in_location",
        "rfc3339");
  }

  @Override
  public @Nullable StarlarkValue arithmetic(
      Operator operator, StarlarkValue other, boolean leftHand) {
    return switch (other) {
      case StarlarkDuration duration when operator == Operator.ADD ->
          new StarlarkTime(value.plusNanos(duration.nanos()));
      case StarlarkDuration duration when operator == Operator.SUBTRACT && leftHand ->
          new StarlarkTime(value.minusNanos(duration.nanos()));
      case StarlarkTime that when operator == Operator.SUBTRACT && leftHand ->
          StarlarkDuration.ofNanos(Duration.between(that.value, value).toNanos());
      default -> null;
    };
  }

  @Override
  public @Nullable Integer order(StarlarkOpaque other) {
    return other instanceof StarlarkTime that
        ? value.toInstant().compareTo(that.value.toInstant())
        : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StarlarkTime that && value.toInstant().equals(that.value.toInstant());
  }

  @Override
  public int hashCode() {
    return value.toInstant().hashCode();
  }

  @Override
  public String toString() {
    return value.toOffsetDateTime().format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }
}
