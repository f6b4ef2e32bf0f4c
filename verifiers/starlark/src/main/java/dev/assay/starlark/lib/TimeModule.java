package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBool;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code time} module over a host's clock: {@code now()}, {@code from_timestamp(sec, nsec=0)},
 * {@code parse_time(text)} of RFC 3339, {@code parse_duration(text)}, {@code time(year=, ...)},
 * {@code is_valid_timezone(name)} and the units {@code nanosecond} to {@code hour}.
 */
public final class TimeModule {
  private static final int DURATION_CHARS_MAX = 100;

  private static final List<Unit> UNITS =
      List.of(
          new Unit("ns", 1),
          new Unit("us", 1_000),
          new Unit("µs", 1_000),
          new Unit("ms", 1_000_000),
          new Unit("s", 1_000_000_000L),
          new Unit("m", 60_000_000_000L),
          new Unit("h", 3_600_000_000_000L));

  private final Clock clock;

  private TimeModule(Clock clock) {
    this.clock = clock;
  }

  private record Unit(String name, long nanos) {}

  /** A new module value; {@code now()} reads this clock and shows UTC. */
  public static StarlarkStruct create(Clock clock) {
    var module = new TimeModule(clock);
    return new ModuleBuilder("time")
        .function("now", Signature.none(), module::now)
        .function("from_timestamp", Signature.of("sec", "nsec?"), TimeModule::fromTimestamp)
        .function("parse_time", Signature.of("x", "/"), TimeModule::parseTime)
        .function("parse_duration", Signature.of("x", "/"), TimeModule::parseDuration)
        .function("is_valid_timezone", Signature.of("name", "/"), TimeModule::isValidZone)
        .function(
            "time",
            Signature.of(
                "*",
                "year?",
                "month?",
                "day?",
                "hour?",
                "minute?",
                "second?",
                "nanosecond?",
                "location?"),
            TimeModule::time)
        .value("nanosecond", StarlarkDuration.ofNanos(1))
        .value("microsecond", StarlarkDuration.ofNanos(1_000))
        .value("millisecond", StarlarkDuration.ofNanos(1_000_000))
        .value("second", StarlarkDuration.ofNanos(1_000_000_000L))
        .value("minute", StarlarkDuration.ofNanos(60_000_000_000L))
        .value("hour", StarlarkDuration.ofNanos(3_600_000_000_000L))
        .build();
  }

  private StarlarkValue now(Evaluation evaluation, Arguments arguments) {
    return StarlarkTime.of(clock.instant().atZone(ZoneOffset.UTC));
  }

  private static StarlarkValue fromTimestamp(Evaluation evaluation, Arguments arguments) {
    if (!(arguments.value("sec") instanceof dev.assay.starlark.StarlarkInt seconds)) {
      throw arguments.wrongType("sec", "int");
    }
    Instant instant = Instant.ofEpochSecond(seconds.longValueExact(), arguments.integer("nsec", 0));
    return StarlarkTime.of(instant.atZone(ZoneOffset.UTC));
  }

  private static StarlarkValue parseTime(Evaluation evaluation, Arguments arguments) {
    String text = arguments.string("x");
    try {
      return StarlarkTime.of(OffsetDateTime.parse(text).toZonedDateTime());
    } catch (DateTimeException e) {
      throw StarlarkError.script(
          "time.parse_time: expected RFC 3339 such as 2026-01-31T12:00:00Z: " + e.getMessage(), e);
    }
  }

  private static StarlarkValue isValidZone(Evaluation evaluation, Arguments arguments) {
    return StarlarkBool.of(ZoneId.getAvailableZoneIds().contains(arguments.string("name")));
  }

  private static StarlarkValue time(Evaluation evaluation, Arguments arguments) {
    ZoneId zone = ZoneId.of(arguments.string("location", "UTC"));
    return StarlarkTime.of(
        ZonedDateTime.of(
            arguments.integer("year", 1),
            arguments.integer("month", 1),
            arguments.integer("day", 1),
            arguments.integer("hour", 0),
            arguments.integer("minute", 0),
            arguments.integer("second", 0),
            arguments.integer("nanosecond", 0),
            zone));
  }

  private static StarlarkValue parseDuration(Evaluation evaluation, Arguments arguments) {
    if (arguments.value("x") instanceof StarlarkDuration duration) {
      return duration;
    }
    String text = arguments.string("x");
    boolean negative = text.startsWith("-");
    String rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.isEmpty() || rest.length() > DURATION_CHARS_MAX) {
      throw invalid();
    }
    if (rest.equals("0")) {
      return StarlarkDuration.ofNanos(0);
    }
    BigDecimal nanos = BigDecimal.ZERO;
    for (String[] part : parts(rest)) {
      nanos = nanos.add(new BigDecimal(part[0]).multiply(BigDecimal.valueOf(unit(part[1]))));
    }
    long size = nanos.setScale(0, java.math.RoundingMode.DOWN).longValueExact();
    return StarlarkDuration.ofNanos(negative ? -size : size);
  }

  private static List<String[]> parts(String text) {
    var parts = new ArrayList<String[]>();
    int at = 0;
    while (at < text.length()) {
      int unitAt = at;
      while (unitAt < text.length() && "0123456789.".indexOf(text.charAt(unitAt)) >= 0) {
        unitAt++;
      }
      int end = unitAt;
      while (end < text.length() && "0123456789.".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      if (unitAt == at || end == unitAt || text.substring(at, unitAt).equals(".")) {
        throw invalid();
      }
      parts.add(new String[] {text.substring(at, unitAt), text.substring(unitAt, end)});
      at = end;
    }
    return parts;
  }

  private static long unit(String name) {
    for (Unit unit : UNITS) {
      if (unit.name().equals(name)) {
        return unit.nanos();
      }
    }
    throw invalid();
  }

  private static StarlarkError invalid() {
    return StarlarkError.script(
        "time.parse_duration: expected numbers with units such as 1h30m or 1.5s");
  }
}
