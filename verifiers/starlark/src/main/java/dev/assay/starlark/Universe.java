package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.StarlarkBuiltin.HostFunction;
import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names every program has: constants and functions over any iterable. */
final class Universe {
  static final Map<String, StarlarkValue> TABLE = table();

  /** The keys of {@link #TABLE}, as a set that copies for nothing. */
  static final Set<String> NAMES = Set.copyOf(TABLE.keySet());

  private Universe() {}

  private static Map<String, StarlarkValue> table() {
    var table = new LinkedHashMap<String, StarlarkValue>();
    table.put("None", StarlarkNone.NONE);
    table.put("True", StarlarkBool.TRUE);
    table.put("False", StarlarkBool.FALSE);
    Conversions.addTo(table);
    add(table, "all", Signature.of("iterable", "/"), (ev, a) -> every(ev, a, true));
    add(table, "any", Signature.of("iterable", "/"), (ev, a) -> every(ev, a, false));
    add(table, "dir", Signature.of("x", "/"), Universe::dir);
    add(table, "enumerate", Signature.of("iterable", "start?"), Universe::enumerate);
    add(table, "fail", Signature.of("*args", "sep?"), Universe::fail);
    add(table, "getattr", Signature.of("x", "name", "default?", "/"), Universe::getattr);
    add(table, "hasattr", Signature.of("x", "name", "/"), Universe::hasattr);
    add(table, "len", Signature.of("x", "/"), Universe::len);
    add(table, "max", Signature.of("*args", "key?"), (ev, a) -> extreme(ev, a, 1));
    add(table, "min", Signature.of("*args", "key?"), (ev, a) -> extreme(ev, a, -1));
    add(table, "print", Signature.of("*args", "sep?"), Universe::print);
    add(table, "range", Signature.of("start", "stop?", "step?", "/"), Universe::range);
    add(table, "reversed", Signature.of("iterable", "/"), Universe::reversed);
    add(table, "sorted", Signature.of("iterable", "*", "key?", "reverse?"), Universe::sorted);
    add(table, "zip", Signature.of("*args"), Universe::zip);
    return Map.copyOf(table);
  }

  static void add(
      Map<String, StarlarkValue> table, String name, Signature signature, HostFunction body) {
    table.put(name, StarlarkBuiltin.of(name, signature, body));
  }

  private static StarlarkValue every(Evaluation ev, Arguments a, boolean wanted) {
    try (Cursor cursor = a.iterable("iterable").cursor()) {
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        ev.budget().step();
        if (next.truth() != wanted) {
          return StarlarkBool.of(!wanted);
        }
      }
    }
    return StarlarkBool.of(wanted);
  }

  private static StarlarkValue dir(Evaluation ev, Arguments a) {
    List<String> names = Attributes.names(a.value("x"));
    ev.budget().elements(names.size());
    return StarlarkList.of(names.stream().map(StarlarkString::of).toList());
  }

  private static StarlarkValue enumerate(Evaluation ev, Arguments a) {
    StarlarkValue[] items = Iteration.toArray(a.iterable("iterable"), ev.budget());
    StarlarkInt start =
        a.given("start") && a.value("start") instanceof StarlarkInt i
            ? i
            : StarlarkInt.of(a.integer("start", 0));
    ev.budget().elements(items.length * 2L);
    for (int i = 0; i < items.length; i++) {
      StarlarkInt index = Numbers.add(start, StarlarkInt.of(i), ev.budget());
      items[i] = StarlarkTuple.of(index, items[i]);
    }
    return StarlarkList.wrap(items);
  }

  private static String joined(Evaluation ev, Arguments a) {
    String separator = a.string("sep", " ");
    var out = new TextOut(ev.budget());
    boolean first = true;
    for (StarlarkValue value : a.restShared()) {
      if (!first) {
        out.append(separator);
      }
      first = false;
      out.append(Printer.str(value, ev.budget()));
    }
    return out.toString();
  }

  private static StarlarkValue fail(Evaluation ev, Arguments a) {
    throw StarlarkError.script("fail: " + joined(ev, a));
  }

  private static StarlarkValue print(Evaluation ev, Arguments a) {
    ev.print(joined(ev, a));
    return StarlarkNone.NONE;
  }

  private static StarlarkValue getattr(Evaluation ev, Arguments a) {
    StarlarkValue x = a.value("x");
    String name = a.string("name");
    StarlarkValue found = Attributes.find(x, name);
    if (found == null) {
      found = a.optional("default");
    }
    if (found == null) {
      throw Attributes.missing(x, name);
    }
    return found;
  }

  private static StarlarkValue hasattr(Evaluation ev, Arguments a) {
    return StarlarkBool.of(Attributes.find(a.value("x"), a.string("name")) != null);
  }

  private static StarlarkValue len(Evaluation ev, Arguments a) {
    return StarlarkInt.of(
        switch (a.value("x")) {
          case StarlarkString(String text) -> text.length();
          case StarlarkBytes bytes -> bytes.length();
          case StarlarkView view -> throw noLength(view);
          case StarlarkIterable iterable -> iterable.length();
          default -> throw noLength(a.value("x"));
        });
  }

  private static StarlarkError noLength(StarlarkValue x) {
    return StarlarkError.script("len: value of type " + x.type() + " has no len");
  }

  private static StarlarkValue extreme(Evaluation ev, Arguments a, int sign) {
    StarlarkValue[] items = a.restShared();
    if (items.length == 0) {
      throw StarlarkError.script(a.function() + " requires at least one positional argument");
    }
    if (items.length == 1) {
      items = Iteration.toArray(Iteration.iterable(items[0]), ev.budget());
    }
    if (items.length == 0) {
      throw StarlarkError.script(a.function() + ": argument is an empty sequence");
    }
    StarlarkCallable key = a.given("key") ? a.callable("key") : null;
    StarlarkValue best = items[0];
    StarlarkValue bestKey = keyOf(ev, key, best);
    for (int i = 1; i < items.length; i++) {
      ev.budget().step();
      StarlarkValue candidate = keyOf(ev, key, items[i]);
      if (Ordering.compare(candidate, bestKey, ev.budget()) * sign > 0) {
        best = items[i];
        bestKey = candidate;
      }
    }
    return best;
  }

  private static StarlarkValue keyOf(
      Evaluation ev, @Nullable StarlarkCallable key, StarlarkValue value) {
    return key == null ? value : ev.call(key, value);
  }

  private static StarlarkValue range(Evaluation ev, Arguments a) {
    long first = bound(a, "start");
    if (a.optional("stop") == null) {
      return StarlarkRange.of(0, first, 1);
    }
    long step = a.optional("step") == null ? 1 : bound(a, "step");
    if (step == 0) {
      throw StarlarkError.script("range: step argument must not be zero");
    }
    return StarlarkRange.of(first, bound(a, "stop"), step);
  }

  private static long bound(Arguments a, String name) {
    if (!(a.value(name) instanceof StarlarkInt i)) {
      throw a.wrongType(name, "int");
    }
    if (!i.fitsLong() || i.bitLength() > 61) {
      throw StarlarkError.script("range: " + name + " out of range: expected at most 61 bits");
    }
    return i.unchecked();
  }

  private static StarlarkValue reversed(Evaluation ev, Arguments a) {
    StarlarkValue[] items = Iteration.toArray(a.iterable("iterable"), ev.budget());
    for (int i = 0, j = items.length - 1; i < j; i++, j--) {
      StarlarkValue swap = items[i];
      items[i] = items[j];
      items[j] = swap;
    }
    return StarlarkList.wrap(items);
  }

  private record Keyed(StarlarkValue key, StarlarkValue value) {}

  private static StarlarkValue sorted(Evaluation ev, Arguments a) {
    Budget budget = ev.budget();
    StarlarkValue[] items = Iteration.toArray(a.iterable("iterable"), budget);
    StarlarkCallable key = a.given("key") ? a.callable("key") : null;
    budget.elements(items.length * 2L);
    var keyed = new ArrayList<Keyed>(items.length);
    for (StarlarkValue item : items) {
      keyed.add(new Keyed(keyOf(ev, key, item), item));
    }
    Comparator<Keyed> order =
        (x, y) -> {
          budget.step();
          return Ordering.compare(x.key(), y.key(), budget);
        };
    keyed.sort(a.bool("reverse", false) ? order.reversed() : order);
    for (int i = 0; i < items.length; i++) {
      items[i] = keyed.get(i).value();
    }
    return StarlarkList.wrap(items);
  }

  private static StarlarkValue zip(Evaluation ev, Arguments a) {
    StarlarkValue[] columns = a.restShared();
    if (columns.length == 0) {
      return StarlarkList.empty();
    }
    int rows = Integer.MAX_VALUE;
    var arrays = new StarlarkValue[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      arrays[i] = Iteration.toArray(Iteration.iterable(columns[i]), ev.budget());
      rows = Math.min(rows, arrays[i].length);
    }
    ev.budget().elements((long) rows * (columns.length + 1));
    var result = new StarlarkValue[rows];
    for (int row = 0; row < rows; row++) {
      var tuple = new StarlarkValue[columns.length];
      for (int i = 0; i < columns.length; i++) {
        tuple[i] = arrays[i][row];
      }
      result[row] = StarlarkTuple.wrap(tuple);
    }
    return StarlarkList.wrap(result);
  }
}
