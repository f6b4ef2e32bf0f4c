package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.Attributes.MethodTable;
import dev.assay.starlark.syntax.TokenKind;
import java.util.Map;

/** The methods of sets. */
final class SetMethods {
  static final Map<String, Method> TABLE =
      MethodTable.of(
          new Method("add", Signature.of("x", "/"), SetMethods::add),
          new Method(
              "clear",
              Signature.none(),
              (_, self, _) -> {
                set(self).clear();
                return StarlarkNone.NONE;
              }),
          new Method(
              "difference",
              Signature.of("*others"),
              (ev, self, a) -> fold(ev, self, a, SetOperations::difference)),
          new Method("discard", Signature.of("x", "/"), SetMethods::discard),
          new Method(
              "intersection",
              Signature.of("*others"),
              (ev, self, a) -> fold(ev, self, a, SetOperations::intersection)),
          new Method(
              "issubset",
              Signature.of("other", "/"),
              (ev, self, a) -> compare(ev, self, a, TokenKind.LE)),
          new Method(
              "issuperset",
              Signature.of("other", "/"),
              (ev, self, a) -> compare(ev, self, a, TokenKind.GE)),
          new Method("pop", Signature.none(), (_, self, _) -> set(self).removeFirst()),
          new Method("remove", Signature.of("x", "/"), SetMethods::remove),
          new Method(
              "symmetric_difference",
              Signature.of("other", "/"),
              (ev, self, a) ->
                  SetOperations.symmetricDifference(set(self), a.iterable("other"), ev.budget())),
          new Method(
              "union",
              Signature.of("*others"),
              (ev, self, a) -> fold(ev, self, a, SetOperations::union)),
          new Method("update", Signature.of("*others"), SetMethods::update));

  private SetMethods() {}

  private static StarlarkSet set(StarlarkValue self) {
    return (StarlarkSet) self;
  }

  private interface SetOperation {
    StarlarkSet apply(StarlarkSet a, StarlarkIterable b, Budget budget);
  }

  private static StarlarkValue fold(
      Evaluation ev, StarlarkValue self, Arguments a, SetOperation operation) {
    StarlarkSet result = set(self).copy(ev.budget());
    for (StarlarkValue other : a.restShared()) {
      result = operation.apply(result, Iteration.iterable(other), ev.budget());
    }
    return result;
  }

  private static StarlarkValue compare(
      Evaluation ev, StarlarkValue self, Arguments a, TokenKind op) {
    StarlarkSet other = SetOperations.asSet(a.iterable("other"), ev.budget());
    return StarlarkBool.of(SetOperations.compare(op, set(self), other, ev.budget()));
  }

  private static StarlarkValue add(Evaluation ev, StarlarkValue self, Arguments a) {
    var _ = set(self).add(a.value("x"), ev.budget());
    return StarlarkNone.NONE;
  }

  private static StarlarkValue discard(Evaluation ev, StarlarkValue self, Arguments a) {
    var _ = set(self).remove(a.value("x"), ev.budget(), "discard from");
    return StarlarkNone.NONE;
  }

  private static StarlarkValue remove(Evaluation ev, StarlarkValue self, Arguments a) {
    if (!set(self).remove(a.value("x"), ev.budget(), "remove from")) {
      throw StarlarkError.script("remove: missing element " + Indexing.shown(a.value("x")));
    }
    return StarlarkNone.NONE;
  }

  private static StarlarkValue update(Evaluation ev, StarlarkValue self, Arguments a) {
    set(self).changing("update", "set");
    for (StarlarkValue other : a.restShared()) {
      for (StarlarkValue item : Iteration.toArray(Iteration.iterable(other), ev.budget())) {
        ev.budget().step();
        var _ = set(self).add(item, ev.budget());
      }
    }
    return StarlarkNone.NONE;
  }
}
