package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.Quantity.Match;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A unit, as a factor in a dimension. Units of one dimension convert exactly; currencies, months
 * and what is not known here convert into nothing else.
 *
 * @param dimension what is measured; empty for no unit
 * @param factor of the dimension's base unit
 * @param binaryFactor the factor in the other reading, for KB, MB, GB and TB; else the same
 */
record Unit(String dimension, BigDecimal factor, BigDecimal binaryFactor) {

  /** No unit is written. */
  static final Unit NONE = new Unit("", BigDecimal.ONE, BigDecimal.ONE);

  private static final String TIME = "time";
  private static final String MONTHS = "months";
  private static final BigDecimal SECONDS_OF_WEEK = BigDecimal.valueOf(604_800);
  private static final BigDecimal MONTHS_OF_YEAR = BigDecimal.valueOf(12);

  private static final Map<String, Unit> KNOWN = known();

  /** Spellings whose case tells bits from bytes or metres from millions, so that it counts. */
  private static final List<String> DOUBTFUL =
      List.of(
          "m",
          "M",
          "b",
          "Kb",
          "Mb",
          "Gb",
          "Tb",
          "mW",
          "MW",
          "mWh",
          "MWh",
          "mV",
          "MV",
          "mA",
          "MA",
          "pound",
          "pounds",
          "ton",
          "tons",
          "gallon",
          "gallons",
          "percentage",
          "pp",
          "°");

  boolean isNone() {
    return dimension.isEmpty();
  }

  /** The unit of this spelling; null when it is not known. */
  static @Nullable Unit known(String spelling) {
    boolean letter = spelling.length() == 1 && Character.isUpperCase(spelling.charAt(0));
    if (DOUBTFUL.contains(spelling) || letter && !spelling.equals("B")) {
      return unknown(spelling);
    }
    return KNOWN.get(spelling.toLowerCase(Locale.ROOT));
  }

  /** A unit that is only the same as itself. */
  static Unit unknown(String spelling) {
    return of("unit " + spelling, "1");
  }

  /** Whether {@code other} measures the same in smaller units. */
  boolean isLargerThan(Unit other) {
    return isPlain() && dimension.equals(other.dimension) && factor.compareTo(other.factor) > 0;
  }

  /** This unit per that span of time. */
  Unit per(Unit time) {
    // Per week or year: exact for every shorter span.
    BigDecimal spans =
        (time.dimension.equals(TIME) ? SECONDS_OF_WEEK : MONTHS_OF_YEAR)
            .divide(time.factor, MathContext.DECIMAL128);
    return new Unit(
        dimension + "/" + time.dimension, factor.multiply(spans), binaryFactor.multiply(spans));
  }

  /** Whether something can be so often in it. */
  boolean isSpan() {
    return dimension.equals(TIME) || dimension.equals(MONTHS);
  }

  /** Compares so many of this unit with so many of another; at most one of them is no unit. */
  Match compare(BigDecimal value, Unit other, BigDecimal otherValue) {
    if (isNone() || other.isNone()) {
      return Match.UNKNOWN;
    }
    if (!dimension.equals(other.dimension)) {
      boolean convertible = isPlain() && other.isPlain();
      return convertible ? Match.UNRELATED : Match.UNKNOWN;
    }
    boolean decimal = value.multiply(factor).compareTo(otherValue.multiply(other.factor)) == 0;
    boolean binary =
        value.multiply(binaryFactor).compareTo(otherValue.multiply(other.binaryFactor)) == 0;
    return decimal && binary ? Match.SAME : decimal || binary ? Match.UNKNOWN : Match.DIFFERENT;
  }

  private boolean isPlain() {
    return !dimension.startsWith("unit ") && !dimension.startsWith("money ");
  }

  private static Unit of(String dimension, String factor) {
    BigDecimal value = new BigDecimal(factor);
    return new Unit(dimension, value, value);
  }

  private static Map<String, Unit> known() {
    Map<String, Unit> units = new HashMap<>();
    put(units, TIME, "0.000000001", "ns nanos nano nanosec nanosecs nanosecond nanoseconds");
    put(units, TIME, "0.000001", "us µs μs micros usec usecs microsecond microseconds");
    put(units, TIME, "0.001", "ms msec msecs millis milli millisecond milliseconds");
    put(units, TIME, "1", "s sec secs second seconds");
    put(units, TIME, "60", "min mins minute minutes");
    put(units, TIME, "3600", "h hr hrs hour hours");
    put(units, TIME, "86400", "d day days");
    put(units, TIME, "604800", "wk wks week weeks");
    put(units, TIME, "1209600", "fortnight fortnights");
    put(units, MONTHS, "1", "month months");
    put(units, MONTHS, "12", "yr yrs year years");
    put(units, MONTHS, "120", "decade decades");
    put(units, "bytes", "1", "b byte bytes");
    put(units, "bytes", "0.125", "bit bits");
    put(units, "bytes/time", "75600", "bps");
    put(units, "bytes/time", "75600000", "kbps");
    put(units, "bytes/time", "75600000000", "mbps");
    put(units, "bytes/time", "75600000000000", "gbps");
    put(units, "/time", "604800", "rps qps tps");
    put(units, "hertz", "1", "hz hertz");
    put(units, "hertz", "1000", "khz");
    put(units, "hertz", "1000000", "mhz");
    put(units, "hertz", "1000000000", "ghz");
    put(units, "length", "0.001", "mm millimetre millimetres millimeter millimeters");
    put(units, "length", "0.01", "cm centimetre centimetres centimeter centimeters");
    put(units, "length", "1", "metre metres meter meters");
    put(units, "length", "1000", "km kilometre kilometres kilometer kilometers");
    put(units, "length", "0.0254", "inch inches");
    put(units, "length", "0.3048", "ft foot feet");
    put(units, "length", "0.9144", "yd yard yards");
    put(units, "length", "1609.344", "mi mile miles");
    put(units, "length", "1852", "nautical nmi");
    put(units, "length", "0.000000001", "nm");
    put(units, "length", "0.000001", "µm μm");
    put(units, "mass", "453.59237", "lb lbs");
    put(units, "mass", "28.349523125", "oz ounce ounces");
    put(units, "mass", "1000000", "tonne tonnes");
    put(units, "power", "1", "watt watts");
    put(units, "power", "1000", "kw kilowatt kilowatts");
    put(units, "energy", "3600", "wh");
    put(units, "energy", "3600000", "kwh");
    put(units, "angle", "1", "degree degrees deg");
    put(units, "radians", "1", "rad radian radians");
    put(units, "kelvin", "1", "kelvin kelvins");
    put(units, "mass", "0.001", "mg");
    put(units, "mass", "1", "g gram grams");
    put(units, "mass", "1000", "kg kilogram kilograms");
    put(units, "percent", "1", "% percent pct");
    put(units, "percent", "0.1", "‰");
    put(units, "celsius", "1", "°c celsius");
    put(units, "fahrenheit", "1", "°f fahrenheit");
    units.put("per cent", of("percent", "1"));
    units.put("per-cent", of("percent", "1"));
    units.put("per mille", of("percent", "0.1"));
    units.put("basis point", of("percent", "0.01"));
    units.put("basis points", of("percent", "0.01"));
    units.put("degrees celsius", of("celsius", "1"));
    units.put("degree celsius", of("celsius", "1"));
    units.put("degrees fahrenheit", of("fahrenheit", "1"));
    units.put("degree fahrenheit", of("fahrenheit", "1"));
    put(units, "money cent", "1", "¢ cent cents");
    put(units, "money dollar", "1", "$ usd dollar dollars");
    put(units, "money euro", "1", "€ eur euro euros");
    put(units, "money pound", "1", "£ gbp");
    put(units, "money yen", "1", "¥ jpy yen");
    put(units, "money franc", "1", "chf");
    put(units, "money rupee", "1", "₹ inr");
    for (String money :
        List.of("kr", "sek", "nok", "dkk", "zl", "pln", "btc", "eth", "cny", "aud")) {
      put(units, "money " + money, "1", money);
    }
    long decimal = 1;
    long binary = 1;
    for (String prefix : List.of("k", "m", "g", "t", "p")) {
      decimal *= 1_000;
      binary *= 1_024;
      put(units, "bytes", Long.toString(binary), prefix + "ib");
      units.put(
          prefix + "b", new Unit("bytes", BigDecimal.valueOf(decimal), BigDecimal.valueOf(binary)));
    }
    put(units, "bytes", "1024", "kibibyte kibibytes");
    put(units, "bytes", "1048576", "mebibyte mebibytes");
    put(units, "bytes", "1073741824", "gibibyte gibibytes");
    for (String name : List.of("kilobyte", "megabyte", "gigabyte", "terabyte")) {
      Unit same = units.get(name.charAt(0) + "b");
      units.put(name, same);
      units.put(name + "s", same);
    }
    return Map.copyOf(units);
  }

  private static void put(
      Map<String, Unit> units, String dimension, String factor, String spellings) {
    for (String spelling : spellings.split(" ", -1)) {
      units.put(spelling, of(dimension, factor));
    }
  }
}
