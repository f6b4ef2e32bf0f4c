package dev.assay.starlark;

import dev.assay.starlark.HashTable.Identity;
import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** The language's equality and hashing, charged to a budget. */
final class Equality {
  private Equality() {}

  static boolean equal(StarlarkValue a, StarlarkValue b, Budget budget) {
    if (Identity.same(a, b)) {
      return true;
    }
    return switch (a) {
      case StarlarkString(String x) -> b instanceof StarlarkString(String y) && text(x, y, budget);
      case StarlarkInt x ->
          switch (b) {
            case StarlarkInt y -> x.equals(y);
            case StarlarkFloat(double y) -> Ordering.compare(x, y) == 0;
            default -> false;
          };
      case StarlarkFloat(double x) ->
          switch (b) {
            case StarlarkFloat(double y) -> x == y || (Double.isNaN(x) && Double.isNaN(y));
            case StarlarkInt y -> Ordering.compare(y, x) == 0;
            default -> false;
          };
      case StarlarkBytes x -> {
        budget.steps(x.length() >> 6);
        yield x.equals(b);
      }
      case StarlarkList x -> b instanceof StarlarkList y && sequences(x, y, budget);
      case StarlarkTuple x -> b instanceof StarlarkTuple y && sequences(x, y, budget);
      case StarlarkRange x -> b instanceof StarlarkRange y && x.sameElements(y);
      case StarlarkDict x -> b instanceof StarlarkDict y && dicts(x, y, budget);
      case StarlarkSet x -> b instanceof StarlarkSet y && sets(x, y, budget);
      case StarlarkStruct x -> b instanceof StarlarkStruct y && structs(x, y, budget);
      case StarlarkNone _, StarlarkBool _, StarlarkView _, StarlarkFunction _ -> false;
      case StarlarkBuiltin x -> b instanceof StarlarkBuiltin y && x.sameAs(y);
    };
  }

  private static boolean text(String x, String y, Budget budget) {
    if (x.length() != y.length()) {
      return false;
    }
    budget.steps(x.length() >> 6);
    return x.equals(y);
  }

  private static boolean sequences(StarlarkSequence x, StarlarkSequence y, Budget budget) {
    if (x.length() != y.length()) {
      return false;
    }
    budget.enterLevel();
    try {
      for (int i = 0; i < x.length(); i++) {
        budget.step();
        if (!equal(x.at(i), y.at(i), budget)) {
          return false;
        }
      }
      return true;
    } finally {
      budget.leaveLevel();
    }
  }

  private static boolean dicts(StarlarkDict x, StarlarkDict y, Budget budget) {
    if (x.length() != y.length()) {
      return false;
    }
    budget.enterLevel();
    try (Cursor keys = x.cursor()) {
      for (StarlarkValue key = keys.next(); key != null; key = keys.next()) {
        budget.step();
        StarlarkValue mine = x.find(key, budget);
        StarlarkValue other = y.find(key, budget);
        if (mine == null || other == null || !equal(mine, other, budget)) {
          return false;
        }
      }
      return true;
    } finally {
      budget.leaveLevel();
    }
  }

  private static boolean sets(StarlarkSet x, StarlarkSet y, Budget budget) {
    return x.length() == y.length() && containsAll(x, y, budget);
  }

  /** Whether {@code x} has every element of {@code y}. */
  static boolean containsAll(StarlarkSet x, StarlarkSet y, Budget budget) {
    try (Cursor elements = y.cursor()) {
      for (StarlarkValue next = elements.next(); next != null; next = elements.next()) {
        budget.step();
        if (!x.contains(next, budget)) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean structs(StarlarkStruct x, StarlarkStruct y, Budget budget) {
    if (x.kind() != y.kind()
        || x.kind() == StarlarkStruct.Kind.MODULE
        || x.fields().size() != y.fields().size()
        || !x.name().equals(y.name())) {
      return false;
    }
    budget.enterLevel();
    try {
      for (var field : x.fields().entrySet()) {
        budget.step();
        StarlarkValue other = y.field(field.getKey());
        if (other == null || !equal(field.getValue(), other, budget)) {
          return false;
        }
      }
      return true;
    } finally {
      budget.leaveLevel();
    }
  }

  /** A hash that equal values share; an error for values that cannot be keys. */
  static int hash(StarlarkValue value, Budget budget) {
    return switch (value) {
      case StarlarkString(String text) -> {
        budget.steps(text.length() >> 6);
        yield text.hashCode();
      }
      case StarlarkInt i -> i.hashCode();
      case StarlarkFloat(double d) -> hash(d);
      case StarlarkBool bool -> bool.truth() ? 1 : 0;
      case StarlarkNone _ -> 7;
      case StarlarkBytes bytes -> {
        budget.steps(bytes.length() >> 6);
        yield bytes.hashCode();
      }
      case StarlarkTuple tuple -> hash(tuple, budget);
      case StarlarkStruct struct -> hash(struct, budget);
      case StarlarkFunction function -> System.identityHashCode(function);
      case StarlarkBuiltin builtin -> builtin.name().hashCode();
      case StarlarkList _, StarlarkDict _, StarlarkSet _, StarlarkRange _, StarlarkView _ ->
          throw StarlarkError.script("unhashable type: " + value.type());
    };
  }

  /** Whether a value can be a key, which for tuples and structs depends on their parts. */
  static boolean isHashable(StarlarkValue value, Budget budget) {
    return switch (value) {
      case StarlarkList _, StarlarkDict _, StarlarkSet _, StarlarkRange _, StarlarkView _ -> false;
      case StarlarkTuple tuple -> budget.nested(() -> allHashable(tuple, budget));
      case StarlarkStruct struct ->
          budget.nested(
              () -> allHashable(StarlarkTuple.of(List.copyOf(struct.fields().values())), budget));
      default -> true;
    };
  }

  private static boolean allHashable(StarlarkTuple items, Budget budget) {
    for (StarlarkValue item : items.shared()) {
      budget.step();
      if (!isHashable(item, budget)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(double value) {
    if (value == Math.rint(value) && !Double.isInfinite(value)) {
      if (Math.abs(value) < 9e18) {
        return Long.hashCode((long) value);
      }
      BigInteger exact = new BigDecimal(value).toBigInteger();
      return StarlarkInt.of(exact).hashCode();
    }
    return Double.hashCode(value);
  }

  private static int hash(StarlarkTuple tuple, Budget budget) {
    budget.enterLevel();
    try {
      int hash = 0x345678;
      for (StarlarkValue item : tuple.shared()) {
        budget.step();
        hash = hash * 1_000_003 ^ hash(item, budget);
      }
      return hash + tuple.length();
    } finally {
      budget.leaveLevel();
    }
  }

  private static int hash(StarlarkStruct struct, Budget budget) {
    budget.enterLevel();
    try {
      int hash = struct.name().hashCode();
      for (var field : struct.fields().entrySet()) {
        budget.step();
        hash += field.getKey().hashCode() ^ (31 * hash(field.getValue(), budget));
      }
      return hash;
    } finally {
      budget.leaveLevel();
    }
  }
}
