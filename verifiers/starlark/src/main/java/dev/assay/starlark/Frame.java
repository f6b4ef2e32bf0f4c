package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** One active call of a script function. */
final class Frame {
  final Evaluation evaluation;
  final Budget budget;
  final StarlarkFunction function;
  final ModuleState module;
  final @Nullable StarlarkValue[] slots;
  final Cell[] cells;
  final @Nullable Frame caller;

  /** The place reached, packed; nodes set it before they do what may fail. */
  int at;

  /** The value of a return statement. */
  StarlarkValue result = StarlarkNone.NONE;

  Frame(Evaluation evaluation, StarlarkFunction function, @Nullable Frame caller) {
    this.evaluation = evaluation;
    this.budget = evaluation.budget();
    this.function = function;
    this.module = function.module();
    this.caller = caller;
    FunctionCode code = function.code();
    this.slots = new StarlarkValue[code.slots()];
    this.cells = code.newCells(budget);
    this.at = code.position();
  }

  /** A variable shared between a function and the functions inside it. */
  static final class Cell {
    @Nullable StarlarkValue value;
  }

  /** The variables of one run of a program. */
  static final class ModuleState {
    final String file;
    final @Nullable StarlarkValue[] globals;
    final StarlarkValue[] predeclared;

    ModuleState(String file, int globals, StarlarkValue[] predeclared) {
      this.file = file;
      this.globals = new StarlarkValue[globals];
      this.predeclared = predeclared;
    }
  }

  /** A compiled expression. */
  abstract static class Node {
    static final Node[] NONE = new Node[0];

    abstract StarlarkValue eval(Frame frame);
  }
}
