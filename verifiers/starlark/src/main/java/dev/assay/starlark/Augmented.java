package dev.assay.starlark;

import dev.assay.starlark.syntax.TokenKind;

/** {@code op=}: lists (+=) and dicts (|=) are changed in place, all else is computed anew. */
final class Augmented {
  private Augmented() {}

  static StarlarkValue apply(TokenKind op, StarlarkValue x, StarlarkValue y, Frame frame) {
    Budget budget = frame.budget;
    budget.step();
    if (op == TokenKind.PLUS
        && x instanceof StarlarkList list
        && y instanceof StarlarkIterable more) {
      list.changing("apply += to", "list");
      list.extend(Iteration.toArray(more, budget), budget);
      return list;
    }
    if (op == TokenKind.PIPE && x instanceof StarlarkDict dict && y instanceof StarlarkDict more) {
      dict.changing("apply |= to", "dict");
      if (dict != more) {
        dict.putAll(more, budget);
      }
      return dict;
    }
    return Operators.binary(op, x, y, frame.evaluation);
  }
}
