package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;

/** What stands on the left of an assignment. */
final class Targets {
  private Targets() {}

  /** A compiled assignment target. */
  abstract static class Target {
    abstract void assign(Frame frame, StarlarkValue value);
  }

  static final class Local extends Target {
    private final int slot;

    Local(int slot) {
      this.slot = slot;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      frame.slots[slot] = value;
    }
  }

  static final class LocalCell extends Target {
    private final int cell;

    LocalCell(int cell) {
      this.cell = cell;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      frame.cells[cell].value = value;
    }
  }

  static final class Global extends Target {
    private final int index;

    Global(int index) {
      this.index = index;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      frame.module.globals[index] = value;
    }
  }

  static final class Index extends Target {
    private final Node object;
    private final Node key;
    private final int position;

    Index(Node object, Node key, int position) {
      this.object = object;
      this.key = key;
      this.position = position;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      StarlarkValue x = object.eval(frame);
      StarlarkValue k = key.eval(frame);
      frame.at = position;
      frame.budget.step();
      Indexing.set(x, k, value, frame.budget);
    }
  }

  static final class Field extends Target {
    private final Node object;
    private final String name;
    private final int position;

    Field(Node object, String name, int position) {
      this.object = object;
      this.name = name;
      this.position = position;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      StarlarkValue x = object.eval(frame);
      frame.at = position;
      throw StarlarkError.script("can't assign to ." + name + " field of " + x.type());
    }
  }

  static final class Unpack extends Target {
    private final Target[] parts;
    private final int position;

    Unpack(Target[] parts, int position) {
      this.parts = parts;
      this.position = position;
    }

    @Override
    void assign(Frame frame, StarlarkValue value) {
      frame.at = position;
      if (!(value instanceof StarlarkIterable iterable)) {
        throw StarlarkError.script("got " + value.type() + " in sequence assignment");
      }
      if (iterable.length() != parts.length) {
        throw StarlarkError.script(
            "too "
                + (iterable.length() > parts.length ? "many" : "few")
                + " values to unpack (got "
                + iterable.length()
                + ", want "
                + parts.length
                + ")");
      }
      StarlarkValue[] items =
          value instanceof StarlarkTuple tuple
              ? tuple.shared()
              : Iteration.toArray(iterable, frame.budget);
      for (int i = 0; i < parts.length; i++) {
        parts[i].assign(frame, items[i]);
      }
    }
  }
}
