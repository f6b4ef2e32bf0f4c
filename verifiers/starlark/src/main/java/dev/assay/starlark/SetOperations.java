package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.syntax.TokenKind;

/** Set algebra, charged per element. */
final class SetOperations {
  private SetOperations() {}

  static StarlarkSet union(StarlarkSet a, StarlarkIterable b, Budget budget) {
    StarlarkSet union = a.copy(budget);
    union.addAll(b, budget);
    return union;
  }

  static StarlarkSet intersection(StarlarkSet a, StarlarkIterable b, Budget budget) {
    StarlarkSet other = asSet(b, budget);
    return filtered(a, other, true, budget);
  }

  static StarlarkSet difference(StarlarkSet a, StarlarkIterable b, Budget budget) {
    return filtered(a, asSet(b, budget), false, budget);
  }

  static StarlarkSet symmetricDifference(StarlarkSet a, StarlarkIterable b, Budget budget) {
    StarlarkSet other = asSet(b, budget);
    StarlarkSet result = filtered(a, other, false, budget);
    result.addAll(filtered(other, a, false, budget), budget);
    return result;
  }

  static StarlarkSet asSet(StarlarkIterable elements, Budget budget) {
    if (elements instanceof StarlarkSet set) {
      return set;
    }
    var set = new StarlarkSet();
    set.addAll(elements, budget);
    return set;
  }

  private static StarlarkSet filtered(
      StarlarkSet from, StarlarkSet by, boolean keep, Budget budget) {
    var result = new StarlarkSet();
    try (Cursor cursor = from.cursor()) {
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        budget.step();
        if (by.contains(next, budget) == keep) {
          result.add(next, budget);
        }
      }
    }
    return result;
  }

  /** Subset and superset by {@code < <= > >=}. */
  static boolean compare(TokenKind op, StarlarkSet a, StarlarkSet b, Budget budget) {
    return switch (op) {
      case LT -> a.length() < b.length() && Equality.containsAll(b, a, budget);
      case LE -> a.length() <= b.length() && Equality.containsAll(b, a, budget);
      case GT -> a.length() > b.length() && Equality.containsAll(a, b, budget);
      default -> a.length() >= b.length() && Equality.containsAll(a, b, budget);
    };
  }
}
