package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.Attributes.MethodTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of dicts. */
final class DictMethods {
  static final Map<String, Method> TABLE =
      MethodTable.of(
          new Method(
              "clear",
              Signature.none(),
              (_, self, _) -> {
                dict(self).clear();
                return StarlarkNone.NONE;
              }),
          new Method("get", Signature.of("key", "default?", "/"), DictMethods::get),
          new Method("items", Signature.none(), DictMethods::items),
          new Method(
              "keys",
              Signature.none(),
              (ev, self, _) -> StarlarkList.wrap(dict(self).keys(ev.budget()))),
          new Method("pop", Signature.of("key", "default?", "/"), DictMethods::pop),
          new Method("popitem", Signature.none(), (_, self, _) -> dict(self).removeFirst()),
          new Method("setdefault", Signature.of("key", "default?", "/"), DictMethods::setdefault),
          new Method(
              "update",
              Signature.of("pairs?", "/", "**kwargs"),
              (ev, self, a) -> {
                update(dict(self), a.optional("pairs"), a.extra(), "update", ev.budget());
                return StarlarkNone.NONE;
              }),
          new Method("values", Signature.none(), DictMethods::values));

  private DictMethods() {}

  private static StarlarkDict dict(StarlarkValue self) {
    return (StarlarkDict) self;
  }

  private static StarlarkValue get(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkValue value = dict(self).find(a.value("key"), ev.budget());
    if (value == null) {
      value = a.optional("default");
    }
    return value == null ? StarlarkNone.NONE : value;
  }

  private static StarlarkValue items(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkDict dict = dict(self);
    ev.budget().elements(dict.length() * 3L);
    var items = new StarlarkValue[dict.length()];
    int[] at = {0};
    dict.forEach(
        (key, value) -> items[at[0]++] = StarlarkTuple.wrap(new StarlarkValue[] {key, value}));
    return StarlarkList.wrap(items);
  }

  private static StarlarkValue values(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkDict dict = dict(self);
    ev.budget().elements(dict.length());
    var values = new StarlarkValue[dict.length()];
    int[] at = {0};
    dict.forEach((_, value) -> values[at[0]++] = value);
    return StarlarkList.wrap(values);
  }

  private static StarlarkValue pop(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkValue value = dict(self).remove(a.value("key"), ev.budget(), "delete from");
    if (value == null) {
      value = a.optional("default");
    }
    if (value == null) {
      throw StarlarkError.script("pop: missing key " + Indexing.shown(a.value("key")));
    }
    return value;
  }

  private static StarlarkValue setdefault(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkDict dict = dict(self);
    StarlarkValue value = dict.find(a.value("key"), ev.budget());
    if (value == null) {
      StarlarkValue given = a.optional("default");
      value = given == null ? StarlarkNone.NONE : given;
      dict.put(a.value("key"), value, ev.budget());
    }
    return value;
  }

  /** Adds a dict or pairs, then named values. */
  static void update(
      StarlarkDict dict,
      @Nullable StarlarkValue pairs,
      List<Arguments.Named> named,
      String function,
      Budget budget) {
    dict.changing("update", "dict");
    if (pairs instanceof StarlarkDict other) {
      if (other != dict) {
        dict.putAll(other, budget);
      }
    } else if (pairs != null) {
      pairs(dict, pairs, function, budget);
    }
    for (Arguments.Named entry : named) {
      budget.step();
      dict.put(StarlarkString.of(entry.name()), entry.value(), budget);
    }
  }

  private static void pairs(
      StarlarkDict dict, StarlarkValue pairs, String function, Budget budget) {
    if (!(pairs instanceof StarlarkIterable iterable)) {
      throw StarlarkError.script(function + ": got " + pairs.type() + ", want iterable of pairs");
    }
    StarlarkValue[] items = Iteration.toArray(iterable, budget);
    for (int i = 0; i < items.length; i++) {
      budget.step();
      if (!(items[i] instanceof StarlarkIterable pair)) {
        throw StarlarkError.script(
            function + ": element #" + i + " is not iterable (" + items[i].type() + ")");
      }
      if (pair.length() != 2) {
        throw StarlarkError.script(
            function + ": element #" + i + " has length " + pair.length() + ", want 2");
      }
      StarlarkValue[] parts = Iteration.toArray(pair, budget);
      dict.put(parts[0], parts[1], budget);
    }
  }
}
