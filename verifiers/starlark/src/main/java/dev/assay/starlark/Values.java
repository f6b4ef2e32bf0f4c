package dev.assay.starlark;

import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversions between Java values and the language's, and the language's own comparisons. */
public final class Values {
  private Values() {}

  /**
   * The value for a Java value: null, {@code Boolean}, integers, {@code Double}, {@code Float},
   * {@code BigInteger}, {@code BigDecimal} (whole ones become ints), {@code String}, {@code
   * byte[]}, {@code List} and {@code Map} with any of these, and values already of the language.
   *
   * @throws IllegalArgumentException for any other class
   * @throws StarlarkError.Exhausted when it is larger or deeper than the budget allows
   */
  public static StarlarkValue fromJava(@Nullable Object value, Budget budget) {
    budget.step();
    return switch (value) {
      case null -> StarlarkNone.NONE;
      case StarlarkValue already -> already;
      case Boolean bool -> StarlarkBool.of(bool);
      case Byte i -> StarlarkInt.of(i);
      case Short i -> StarlarkInt.of(i);
      case Integer i -> StarlarkInt.of(i);
      case Long i -> StarlarkInt.of(i);
      case BigInteger i -> {
        budget.intBits(i.bitLength());
        yield StarlarkInt.of(i);
      }
      case Float f -> new StarlarkFloat(f);
      case Double d -> new StarlarkFloat(d);
      case BigDecimal decimal -> fromDecimal(decimal, budget);
      case String text -> {
        budget.text(text.length());
        yield StarlarkString.of(text);
      }
      case byte[] octets -> {
        budget.text(octets.length);
        yield StarlarkBytes.copyOf(octets);
      }
      case List<?> list -> fromList(list, budget);
      case Map<?, ?> map -> fromMap(map, budget);
      default ->
          throw new IllegalArgumentException(
              "expected a boolean, number, string, bytes, list or map, found " + value.getClass());
    };
  }

  private static StarlarkValue fromDecimal(BigDecimal decimal, Budget budget) {
    if (decimal.signum() == 0 || decimal.stripTrailingZeros().scale() <= 0) {
      budget.intBits(Math.max(0, (decimal.precision() - (long) decimal.scale()) * 4));
      return StarlarkInt.of(decimal.toBigInteger());
    }
    return new StarlarkFloat(decimal.doubleValue());
  }

  private static StarlarkValue fromList(List<?> list, Budget budget) {
    budget.enterLevel();
    try {
      budget.elements(list.size());
      var items = new ArrayList<StarlarkValue>(list.size());
      for (Object item : list) {
        items.add(fromJava(item, budget));
      }
      return StarlarkList.of(items);
    } finally {
      budget.leaveLevel();
    }
  }

  private static StarlarkValue fromMap(Map<?, ?> map, Budget budget) {
    budget.enterLevel();
    try {
      var dict = new StarlarkDict();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        dict.put(fromJava(entry.getKey(), budget), fromJava(entry.getValue(), budget), budget);
      }
      return dict;
    } finally {
      budget.leaveLevel();
    }
  }

  /**
   * The Java value for a value: null, {@code Boolean}, {@code Long} or {@code BigInteger}, {@code
   * Double}, {@code String}, {@code byte[]}, {@code List} (also for tuples, sets and ranges) and
   * {@code Map} in order (also for structs).
   *
   * @throws StarlarkError for functions and host values, and for values deeper than the budget
   */
  public static @Nullable Object toJava(StarlarkValue value, Budget budget) {
    budget.step();
    return switch (value) {
      case StarlarkNone _ -> null;
      case StarlarkBool bool -> bool.truth();
      case StarlarkInt i -> i.fitsLong() ? (Object) i.longValueExact() : i.bigValue();
      case StarlarkFloat(double d) -> d;
      case StarlarkString(String text) -> text;
      case StarlarkBytes bytes -> bytes.toByteArray();
      case StarlarkDict dict -> toMap(dict, budget);
      case StarlarkIterable iterable -> toList(iterable, budget);
      case StarlarkStruct struct when struct.kind() != StarlarkStruct.Kind.MODULE ->
          toMap(StarlarkDict.of(struct.fields()), budget);
      case StarlarkStruct _, StarlarkCallable _ ->
          throw StarlarkError.script("a " + value.type() + " has no plain form");
    };
  }

  private static List<@Nullable Object> toList(StarlarkIterable iterable, Budget budget) {
    budget.enterLevel();
    try {
      var list = new ArrayList<@Nullable Object>();
      for (StarlarkValue item : Iteration.toArray(iterable, budget)) {
        list.add(toJava(item, budget));
      }
      return list;
    } finally {
      budget.leaveLevel();
    }
  }

  private static Map<@Nullable Object, @Nullable Object> toMap(StarlarkDict dict, Budget budget) {
    budget.enterLevel();
    try {
      budget.elements(dict.length() * 2L);
      var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
      dict.forEach((key, value) -> map.put(toJava(key, budget), toJava(value, budget)));
      return map;
    } finally {
      budget.leaveLevel();
    }
  }

  /** What {@code a == b} gives. */
  public static boolean equal(StarlarkValue a, StarlarkValue b, Budget budget) {
    return Equality.equal(a, b, budget);
  }

  /** What {@code str(value)} gives. */
  public static String str(StarlarkValue value, Budget budget) {
    return Printer.str(value, budget);
  }

  /** What {@code repr(value)} gives. */
  public static String repr(StarlarkValue value, Budget budget) {
    return Printer.repr(value, budget);
  }

  /** The integer that decimal digits with an optional sign stand for. */
  public static StarlarkInt parseInt(String digits, Budget budget) {
    return IntParser.parse(digits, 10, budget);
  }

  /** The integer part of a finite float. */
  public static StarlarkInt truncate(double value, Budget budget) {
    return Numbers.truncate(value, budget);
  }

  /** The order of two strings by code point. */
  public static int compareText(String a, String b) {
    return Ordering.text(a, b);
  }

  /** The elements of an iterable in a list of its own. */
  public static List<StarlarkValue> elements(StarlarkIterable iterable, Budget budget) {
    return List.of(Iteration.toArray(iterable, budget));
  }
}
