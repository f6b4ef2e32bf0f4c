package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import org.jspecify.annotations.Nullable;

/** What {@code x[i]}, {@code x[a:b:c]} and {@code x[i] = v} do. */
final class Indexing {
  private Indexing() {}

  static StarlarkValue get(StarlarkValue x, StarlarkValue key, Budget budget) {
    return switch (x) {
      case StarlarkDict dict -> {
        StarlarkValue value = dict.find(key, budget);
        if (value == null) {
          throw StarlarkError.script("key " + shown(key) + " not in dict");
        }
        yield value;
      }
      case StarlarkSequence items -> items.at(index(key, items.length(), x.type()));
      case StarlarkString(String text) -> {
        int at = index(key, text.length(), "string");
        yield StarlarkString.of(text.substring(at, at + 1));
      }
      case StarlarkBytes bytes -> StarlarkInt.of(bytes.at(index(key, bytes.length(), "bytes")));
      case StarlarkStruct struct when struct.kind() == StarlarkStruct.Kind.RECORD ->
          field(struct, key);
      default ->
          throw StarlarkError.script(
              "unhandled index operation " + x.type() + "[" + key.type() + "]");
    };
  }

  private static StarlarkValue field(StarlarkStruct struct, StarlarkValue key) {
    StarlarkValue value = key instanceof StarlarkString(String name) ? struct.field(name) : null;
    if (value == null) {
      throw StarlarkError.script("key " + shown(key) + " not in " + struct.name());
    }
    return value;
  }

  static String shown(StarlarkValue key) {
    return switch (key) {
      case StarlarkString(String text) when text.length() > 100 ->
          "\"" + text.substring(0, 100) + "...\"";
      default -> Printer.bounded(key);
    };
  }

  static void set(StarlarkValue x, StarlarkValue key, StarlarkValue value, Budget budget) {
    switch (x) {
      case StarlarkDict dict -> dict.put(key, value, budget);
      case StarlarkList list -> list.set(index(key, list.length(), "list"), value);
      default -> throw StarlarkError.script(x.type() + " value does not support item assignment");
    }
  }

  static int index(StarlarkValue key, int length, String type) {
    if (!(key instanceof StarlarkInt i)) {
      throw StarlarkError.script(type + " index: got " + key.type() + ", want int");
    }
    long at = i.fitsInt() ? i.unchecked() : length;
    if (at < 0) {
      at += length;
    }
    if (at < 0 || at >= length) {
      throw StarlarkError.script(
          type
              + " index "
              + (i.fitsLong() ? i : "of more than 64 bits")
              + " out of range "
              + (length == 0 ? "(empty " + type + ")" : "[" + -length + ":" + (length - 1) + "]"));
    }
    return (int) at;
  }

  /** The place a slice bound means: clamped to 0..length. */
  static int bound(@Nullable StarlarkValue value, int length, int absent) {
    return clamp(value, length, absent, 0, length);
  }

  private static int clamp(
      @Nullable StarlarkValue value, int length, int absent, int low, int high) {
    if (value == null || value == StarlarkNone.NONE) {
      return absent;
    }
    if (!(value instanceof StarlarkInt i)) {
      throw StarlarkError.script("invalid slice index: got " + value.type() + ", want int");
    }
    long at = i.fitsInt() ? i.unchecked() : i.signum() < 0 ? -1L - length : Integer.MAX_VALUE;
    if (at < 0) {
      at += length;
    }
    return (int) Math.max(low, Math.min(high, at));
  }

  static StarlarkValue slice(
      StarlarkValue x,
      @Nullable StarlarkValue low,
      @Nullable StarlarkValue high,
      @Nullable StarlarkValue step,
      Budget budget) {
    int length =
        switch (x) {
          case StarlarkString(String text) -> text.length();
          case StarlarkBytes bytes -> bytes.length();
          case StarlarkList list -> list.length();
          case StarlarkTuple tuple -> tuple.length();
          case StarlarkRange range -> range.length();
          default -> throw StarlarkError.script("invalid slice operand " + x.type());
        };
    int by = stepOf(step);
    int from = by > 0 ? bound(low, length, 0) : clamp(low, length, length - 1, -1, length - 1);
    int to = by > 0 ? bound(high, length, length) : clamp(high, length, -1, -1, length - 1);
    int count = count(from, to, by);
    return switch (x) {
      case StarlarkString(String text) -> text(text, from, count, by, budget);
      case StarlarkBytes bytes -> octets(bytes, from, count, by, budget);
      case StarlarkRange range -> range(range, from, to, count, by);
      case StarlarkTuple tuple -> StarlarkTuple.wrap(items(tuple, from, count, by, budget));
      case StarlarkList list -> StarlarkList.wrap(items(list, from, count, by, budget));
      default -> throw StarlarkError.script("invalid slice operand " + x.type());
    };
  }

  private static int stepOf(@Nullable StarlarkValue step) {
    if (step == null || step == StarlarkNone.NONE) {
      return 1;
    }
    if (!(step instanceof StarlarkInt i)) {
      throw StarlarkError.script("invalid slice step: got " + step.type() + ", want int");
    }
    if (i.signum() == 0) {
      throw StarlarkError.script("zero is not a valid slice step");
    }
    return i.fitsInt() && i.unchecked() != Integer.MIN_VALUE
        ? (int) i.unchecked()
        : i.signum() * Integer.MAX_VALUE;
  }

  private static int count(int from, int to, int by) {
    long span = by > 0 ? (long) to - from : (long) from - to;
    long size = Math.abs((long) by);
    return span <= 0 ? 0 : (int) ((span - 1) / size + 1);
  }

  private static StarlarkValue text(String text, int from, int count, int by, Budget budget) {
    budget.text(count);
    if (by == 1) {
      return StarlarkString.of(text.substring(from, from + count));
    }
    var out = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      out.append(text.charAt((int) (from + (long) i * by)));
    }
    return StarlarkString.of(out.toString());
  }

  private static StarlarkValue octets(
      StarlarkBytes bytes, int from, int count, int by, Budget budget) {
    budget.text(count);
    byte[] out = new byte[count];
    for (int i = 0; i < count; i++) {
      out[i] = bytes.shared()[(int) (from + (long) i * by)];
    }
    return new StarlarkBytes(out);
  }

  private static StarlarkValue[] items(
      StarlarkSequence items, int from, int count, int by, Budget budget) {
    budget.elements(count);
    var out = new StarlarkValue[count];
    for (int i = 0; i < count; i++) {
      out[i] = items.at((int) (from + (long) i * by));
    }
    return out;
  }

  private static StarlarkValue range(StarlarkRange range, int from, int to, int count, int by) {
    long step;
    try {
      step = Math.multiplyExact(range.step(), (long) by);
    } catch (ArithmeticException _) {
      throw StarlarkError.script("slice step too large for this range");
    }
    long start = range.start() + range.step() * from;
    long stop = range.start() + range.step() * to;
    return new StarlarkRange(start, stop, step, count);
  }
}
