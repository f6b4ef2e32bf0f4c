package dev.assay.starlark;

import dev.assay.starlark.Frame.Cell;
import dev.assay.starlark.Iteration.Cursor;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes values and all they reach unchangeable, without recursion. */
final class Freezer {
  private final ArrayDeque<StarlarkValue> pending = new ArrayDeque<>();
  private final Set<StarlarkValue> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Budget budget;

  private Freezer(Budget budget) {
    this.budget = budget;
  }

  static void freeze(@Nullable StarlarkValue[] roots, Budget budget) {
    var freezer = new Freezer(budget);
    freezer.all(roots);
    while (!freezer.pending.isEmpty()) {
      freezer.visit(freezer.pending.remove());
    }
  }

  private void all(@Nullable StarlarkValue[] values) {
    for (StarlarkValue value : values) {
      later(value);
    }
  }

  private void later(@Nullable StarlarkValue value) {
    switch (value) {
      case null -> {}
      case StarlarkList _,
          StarlarkDict _,
          StarlarkSet _,
          StarlarkTuple _,
          StarlarkStruct _,
          StarlarkFunction _ ->
          pending.add(value);
      case StarlarkBuiltin builtin -> later(builtin.self());
      default -> {}
    }
  }

  private void visit(StarlarkValue value) {
    budget.step();
    if (value instanceof Mutability mutable) {
      if (mutable.isFrozen()) {
        return;
      }
      mutable.markFrozen();
    } else if (!seen.add(value)) {
      return;
    }
    switch (value) {
      case StarlarkList list -> all(list.toArray());
      case StarlarkTuple tuple -> all(tuple.shared());
      case StarlarkDict dict ->
          dict.forEach((key, item) -> {
            later(key);
            later(item);
          });
      case StarlarkStruct struct -> struct.fields().values().forEach(this::later);
      case StarlarkFunction function -> function(function);
      case StarlarkSet set -> set(set);
      default -> {}
    }
  }

  private void set(StarlarkSet set) {
    try (Cursor cursor = set.cursor()) {
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        later(next);
      }
    }
  }

  private void function(StarlarkFunction function) {
    all(function.defaults());
    for (Cell cell : function.free()) {
      later(cell.value);
    }
  }

  /** Whether a container may be changed: not when frozen, not while something walks over it. */
  abstract static class Mutability {
    private boolean frozen;
    private int cursors;

    final boolean isFrozen() {
      return frozen;
    }

    final void markFrozen() {
      frozen = true;
    }

    final void opened() {
      if (!frozen) {
        cursors++;
      }
    }

    final void closed() {
      if (!frozen) {
        cursors--;
      }
    }

    /** Throws unless a change is allowed; {@code verb} and {@code what} word the message. */
    final void changing(String verb, String what) {
      if (frozen) {
        throw StarlarkError.script("cannot " + verb + " frozen " + what);
      }
      if (cursors > 0) {
        throw StarlarkError.script("cannot " + verb + " " + what + " during iteration");
      }
    }
  }
}
