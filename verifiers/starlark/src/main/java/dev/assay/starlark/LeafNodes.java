package dev.assay.starlark;

import dev.assay.starlark.Frame.Cell;
import dev.assay.starlark.Frame.Node;
import org.jspecify.annotations.Nullable;

/** Literals and variables. */
final class LeafNodes {
  private LeafNodes() {}

  static final class Constant extends Node {
    final StarlarkValue value;

    Constant(StarlarkValue value) {
      this.value = value;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return value;
    }
  }

  static final class Local extends Node {
    private final int slot;
    private final String name;
    private final int position;

    Local(int slot, String name, int position) {
      this.slot = slot;
      this.name = name;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue value = frame.slots[slot];
      return value != null ? value : unbound(frame, "local", name, position);
    }
  }

  /** A local variable that an inner function uses too. */
  static final class LocalCell extends Node {
    private final int cell;
    private final String name;
    private final int position;

    LocalCell(int cell, String name, int position) {
      this.cell = cell;
      this.name = name;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue value = frame.cells[cell].value;
      return value != null ? value : unbound(frame, "local", name, position);
    }
  }

  /** A variable of an enclosing function. */
  static final class Free extends Node {
    private final int index;
    private final String name;
    private final int position;

    Free(int index, String name, int position) {
      this.index = index;
      this.name = name;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue value = frame.function.free()[index].value;
      return value != null ? value : unbound(frame, "local", name, position);
    }
  }

  static final class Global extends Node {
    private final int index;
    private final String name;
    private final int position;

    Global(int index, String name, int position) {
      this.index = index;
      this.name = name;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue value = frame.module.globals[index];
      return value != null ? value : unbound(frame, "global", name, position);
    }
  }

  static final class Predeclared extends Node {
    private final int index;

    Predeclared(int index) {
      this.index = index;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return frame.module.predeclared[index];
    }
  }

  private static StarlarkValue unbound(Frame frame, String kind, String name, int position) {
    frame.at = position;
    throw StarlarkError.script(kind + " variable " + name + " referenced before assignment");
  }

  /** Makes a function of a {@code def} or {@code lambda}. */
  static final class MakeFunction extends Node {
    private final FunctionCode code;
    private final @Nullable Node[] defaults;
    private final int[] captures;

    /**
     * Describes the function.
     *
     * @param captures for each free variable the cell of the enclosing frame it shares, or, when
     *     negative, {@code -1 - index} of the enclosing function's own free variable
     */
    MakeFunction(FunctionCode code, @Nullable Node[] defaults, int[] captures) {
      this.code = code;
      this.defaults = defaults;
      this.captures = captures;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      frame.budget.allocate(48L + 16L * defaults.length + 8L * captures.length);
      @Nullable StarlarkValue[] values = new StarlarkValue[defaults.length];
      for (int i = 0; i < defaults.length; i++) {
        Node node = defaults[i];
        values[i] = node == null ? null : node.eval(frame);
      }
      var free = new Cell[captures.length];
      for (int i = 0; i < captures.length; i++) {
        int from = captures[i];
        free[i] = from >= 0 ? frame.cells[from] : frame.function.free()[-1 - from];
      }
      return new StarlarkFunction(code, frame.module, values, free);
    }
  }
}
