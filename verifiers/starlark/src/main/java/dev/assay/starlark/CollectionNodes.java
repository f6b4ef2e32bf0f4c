package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import dev.assay.starlark.Iteration.Cursor;
import org.jspecify.annotations.Nullable;

/** Lists, tuples, dicts and comprehensions. */
final class CollectionNodes {
  private CollectionNodes() {}

  private static StarlarkValue[] all(Node[] items, Frame frame) {
    frame.budget.elements(items.length);
    var values = new StarlarkValue[items.length];
    for (int i = 0; i < items.length; i++) {
      values[i] = items[i].eval(frame);
    }
    return values;
  }

  static final class ListOf extends Node {
    private final Node[] items;

    ListOf(Node[] items) {
      this.items = items;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return StarlarkList.wrap(all(items, frame));
    }
  }

  static final class TupleOf extends Node {
    private final Node[] items;

    TupleOf(Node[] items) {
      this.items = items;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return StarlarkTuple.wrap(all(items, frame));
    }
  }

  static final class DictOf extends Node {
    private final Node[] keys;
    private final Node[] values;
    private final int[] positions;

    DictOf(Node[] keys, Node[] values, int[] positions) {
      this.keys = keys;
      this.values = values;
      this.positions = positions;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      var dict = new StarlarkDict();
      frame.budget.allocate(64);
      for (int i = 0; i < keys.length; i++) {
        StarlarkValue key = keys[i].eval(frame);
        StarlarkValue value = values[i].eval(frame);
        frame.at = positions[i];
        frame.budget.step();
        int before = dict.length();
        dict.put(key, value, frame.budget);
        if (dict.length() == before) {
          throw StarlarkError.script("duplicate key: " + Indexing.shown(key));
        }
      }
      return dict;
    }
  }

  /** What a comprehension does for each turn: one clause, then the next. */
  abstract static class Step {
    abstract void run(Frame frame, StarlarkValue result);
  }

  static final class ForStep extends Step {
    private final Targets.Target target;
    private final Node iterable;
    private final Step next;
    private final int position;

    ForStep(Targets.Target target, Node iterable, Step next, int position) {
      this.target = target;
      this.iterable = iterable;
      this.next = next;
      this.position = position;
    }

    @Override
    void run(Frame frame, StarlarkValue result) {
      StarlarkValue items = iterable.eval(frame);
      frame.at = position;
      try (Cursor cursor = Iteration.iterable(items).cursor()) {
        for (StarlarkValue item = cursor.next(); item != null; item = cursor.next()) {
          frame.budget.step();
          target.assign(frame, item);
          next.run(frame, result);
        }
      }
    }
  }

  static final class IfStep extends Step {
    private final Node condition;
    private final Step next;

    IfStep(Node condition, Step next) {
      this.condition = condition;
      this.next = next;
    }

    @Override
    void run(Frame frame, StarlarkValue result) {
      if (condition.eval(frame).truth()) {
        next.run(frame, result);
      }
    }
  }

  static final class Emit extends Step {
    private final @Nullable Node key;
    private final Node value;
    private final int position;

    Emit(@Nullable Node key, Node value, int position) {
      this.key = key;
      this.value = value;
      this.position = position;
    }

    @Override
    void run(Frame frame, StarlarkValue result) {
      Node keyNode = key;
      if (keyNode == null) {
        ((StarlarkList) result).append(value.eval(frame), frame.budget);
        return;
      }
      StarlarkValue k = keyNode.eval(frame);
      StarlarkValue v = value.eval(frame);
      frame.at = position;
      ((StarlarkDict) result).put(k, v, frame.budget);
    }
  }

  static final class Comprehension extends Node {
    private final boolean dict;
    private final Step first;

    Comprehension(boolean dict, Step first) {
      this.dict = dict;
      this.first = first;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      frame.budget.allocate(64);
      StarlarkValue result = dict ? new StarlarkDict() : StarlarkList.empty();
      first.run(frame, result);
      return result;
    }
  }
}
