package dev.assay.starlark;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The built-in functions that make a value of one type from another. */
final class Conversions {
  private Conversions() {}

  static void addTo(Map<String, StarlarkValue> table) {
    Universe.add(table, "abs", Signature.of("x", "/"), Conversions::abs);
    Universe.add(
        table,
        "bool",
        Signature.of("x?", "/"),
        (_, a) -> {
          StarlarkValue x = a.optional("x");
          return StarlarkBool.of(x != null && x.truth());
        });
    Universe.add(table, "bytes", Signature.of("x", "/"), Conversions::bytes);
    Universe.add(table, "chr", Signature.of("i", "/"), Conversions::chr);
    Universe.add(table, "dict", Signature.of("pairs?", "/", "**kwargs"), Conversions::dict);
    Universe.add(table, "float", Signature.of("x?", "/"), Conversions::toFloat);
    Universe.add(table, "hash", Signature.of("x", "/"), Conversions::hash);
    Universe.add(table, "int", Signature.of("x", "base?"), IntParser::toInt);
    Universe.add(
        table, "list", Signature.of("iterable?", "/"), (ev, a) -> StarlarkList.wrap(items(ev, a)));
    Universe.add(table, "ord", Signature.of("s", "/"), Conversions::ord);
    Universe.add(
        table,
        "repr",
        Signature.of("x", "/"),
        (ev, a) -> StarlarkString.of(Printer.repr(a.value("x"), ev.budget())));
    Universe.add(table, "set", Signature.of("iterable?", "/"), Conversions::set);
    Universe.add(
        table,
        "str",
        Signature.of("x", "/"),
        (ev, a) ->
            a.value("x") instanceof StarlarkString s
                ? s
                : StarlarkString.of(Printer.str(a.value("x"), ev.budget())));
    Universe.add(
        table,
        "tuple",
        Signature.of("iterable?", "/"),
        (ev, a) ->
            a.optional("iterable") instanceof StarlarkTuple tuple
                ? tuple
                : StarlarkTuple.wrap(items(ev, a)));
    Universe.add(
        table, "type", Signature.of("x", "/"), (_, a) -> StarlarkString.of(a.value("x").type()));
  }

  private static StarlarkValue[] items(Evaluation ev, Arguments a) {
    return a.optional("iterable") == null
        ? new StarlarkValue[0]
        : Iteration.toArray(a.iterable("iterable"), ev.budget());
  }

  private static StarlarkValue abs(Evaluation ev, Arguments a) {
    return switch (a.value("x")) {
      case StarlarkInt i -> i.signum() < 0 ? Numbers.negate(i, ev.budget()) : i;
      case StarlarkFloat(double d) -> new StarlarkFloat(Math.abs(d));
      default -> throw a.wrongType("x", "int or float");
    };
  }

  private static StarlarkValue bytes(Evaluation ev, Arguments a) {
    return switch (a.value("x")) {
      case StarlarkBytes bytes -> bytes;
      case StarlarkString(String text) -> {
        ev.budget().text(text.length() * 2L);
        yield new StarlarkBytes(text.getBytes(StandardCharsets.UTF_8));
      }
      case StarlarkIterable iterable -> {
        StarlarkValue[] items = Iteration.toArray(iterable, ev.budget());
        ev.budget().text(items.length);
        byte[] octets = new byte[items.length];
        for (int i = 0; i < octets.length; i++) {
          if (!(items[i] instanceof StarlarkInt value)
              || !value.fitsInt()
              || value.unchecked() < 0
              || value.unchecked() > 255) {
            throw StarlarkError.script(
                "bytes: at index "
                    + i
                    + ": expected an int from 0 to 255, found "
                    + Indexing.shown(items[i]));
          }
          octets[i] = (byte) value.unchecked();
        }
        yield new StarlarkBytes(octets);
      }
      default -> throw a.wrongType("x", "string, bytes, or iterable of ints");
    };
  }

  private static StarlarkValue chr(Evaluation ev, Arguments a) {
    int codePoint = a.integer("i");
    if (codePoint < 0 || codePoint > Character.MAX_CODE_POINT || surrogate(codePoint)) {
      throw StarlarkError.script(
          String.format("chr: %d is not a valid Unicode code point", codePoint));
    }
    return StarlarkString.of(Character.toString(codePoint));
  }

  static boolean surrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static StarlarkValue dict(Evaluation ev, Arguments a) {
    ev.budget().allocate(64);
    var dict = new StarlarkDict();
    DictMethods.update(dict, a.optional("pairs"), a.extra(), "dict", ev.budget());
    return dict;
  }

  private static StarlarkValue set(Evaluation ev, Arguments a) {
    ev.budget().allocate(64);
    var set = new StarlarkSet();
    if (a.optional("iterable") != null) {
      set.addAll(a.iterable("iterable"), ev.budget());
    }
    return set;
  }

  private static StarlarkValue toFloat(Evaluation ev, Arguments a) {
    StarlarkValue x = a.optional("x");
    return switch (x) {
      case null -> new StarlarkFloat(0);
      case StarlarkBool bool -> new StarlarkFloat(bool.truth() ? 1 : 0);
      case StarlarkInt i -> new StarlarkFloat(Numbers.toDouble(i));
      case StarlarkFloat f -> f;
      case StarlarkString(String text) -> new StarlarkFloat(FloatParser.parse(text, ev.budget()));
      default -> throw a.wrongType("x", "number or string");
    };
  }

  private static StarlarkValue hash(Evaluation ev, Arguments a) {
    return switch (a.value("x")) {
      case StarlarkString(String text) -> {
        ev.budget().steps(text.length() >> 6);
        yield StarlarkInt.of(text.hashCode());
      }
      case StarlarkBytes bytes -> {
        ev.budget().steps(bytes.length() >> 4);
        int hash = 0x811C9DC5;
        for (byte octet : bytes.shared()) {
          hash = (hash ^ (octet & 0xFF)) * 0x01000193;
        }
        yield StarlarkInt.of(Integer.toUnsignedLong(hash));
      }
      default -> throw a.wrongType("x", "string or bytes");
    };
  }

  private static StarlarkValue ord(Evaluation ev, Arguments a) {
    return switch (a.value("s")) {
      case StarlarkString(String text) -> {
        if (text.isEmpty() || text.length() != Character.charCount(text.codePointAt(0))) {
          throw StarlarkError.script(
              "ord: string encodes "
                  + text.codePointCount(0, text.length())
                  + " Unicode code points, want 1");
        }
        yield StarlarkInt.of(text.codePointAt(0));
      }
      case StarlarkBytes bytes -> {
        if (bytes.length() != 1) {
          throw StarlarkError.script("ord: bytes has length " + bytes.length() + ", want 1");
        }
        yield StarlarkInt.of(bytes.at(0));
      }
      default -> throw a.wrongType("s", "string or bytes");
    };
  }
}
