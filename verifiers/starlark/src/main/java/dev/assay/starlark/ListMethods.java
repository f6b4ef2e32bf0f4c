package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.Attributes.MethodTable;
import java.util.Map;

/** The methods of lists. */
final class ListMethods {
  static final Map<String, Method> TABLE =
      MethodTable.of(
          new Method("append", Signature.of("x", "/"), ListMethods::append),
          new Method(
              "clear",
              Signature.none(),
              (_, self, _) -> {
                list(self).clear();
                return StarlarkNone.NONE;
              }),
          new Method("extend", Signature.of("iterable", "/"), ListMethods::extend),
          new Method("index", Signature.of("x", "start?", "end?", "/"), ListMethods::index),
          new Method("insert", Signature.of("i", "x", "/"), ListMethods::insert),
          new Method("pop", Signature.of("i?", "/"), ListMethods::pop),
          new Method("remove", Signature.of("x", "/"), ListMethods::remove));

  private ListMethods() {}

  private static StarlarkList list(StarlarkValue self) {
    return (StarlarkList) self;
  }

  private static StarlarkValue append(Evaluation ev, StarlarkValue self, Arguments a) {
    list(self).append(a.value("x"), ev.budget());
    return StarlarkNone.NONE;
  }

  private static StarlarkValue extend(Evaluation ev, StarlarkValue self, Arguments a) {
    list(self).changing("extend", "list");
    list(self).extend(Iteration.toArray(a.iterable("iterable"), ev.budget()), ev.budget());
    return StarlarkNone.NONE;
  }

  private static StarlarkValue index(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkList list = list(self);
    int from = Indexing.bound(a.optional("start"), list.length(), 0);
    int to = Indexing.bound(a.optional("end"), list.length(), list.length());
    for (int i = from; i < to; i++) {
      ev.budget().step();
      if (Equality.equal(list.at(i), a.value("x"), ev.budget())) {
        return StarlarkInt.of(i);
      }
    }
    throw StarlarkError.script("index: value not in list");
  }

  private static StarlarkValue insert(Evaluation ev, StarlarkValue self, Arguments a) {
    if (!(a.value("i") instanceof StarlarkInt)) {
      throw a.wrongType("i", "int");
    }
    int at = Indexing.bound(a.value("i"), list(self).length(), 0);
    list(self).insert(at, a.value("x"), ev.budget());
    return StarlarkNone.NONE;
  }

  private static StarlarkValue pop(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkValue i = a.optional("i");
    StarlarkList list = list(self);
    int at = Indexing.index(i == null ? StarlarkInt.of(-1) : i, list.length(), "list");
    return list.remove(at, ev.budget(), "pop from");
  }

  private static StarlarkValue remove(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkList list = list(self);
    list.changing("remove from", "list");
    for (int i = 0; i < list.length(); i++) {
      ev.budget().step();
      if (Equality.equal(list.at(i), a.value("x"), ev.budget())) {
        var _ = list.remove(i, ev.budget(), "remove from");
        return StarlarkNone.NONE;
      }
    }
    throw StarlarkError.script("remove: element not found");
  }
}
