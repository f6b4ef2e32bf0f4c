package dev.assay.starlark;

import dev.assay.starlark.Frame.Cell;
import dev.assay.starlark.StatementNodes.Exec;
import org.jspecify.annotations.Nullable;

/** A compiled function body; shared by all functions made from it. */
final class FunctionCode {
  /** Stack units of a call beyond those of the tallest tree. */
  private static final int CALL_UNITS = 3;

  private static final Cell[] NO_CELLS = new Cell[0];

  private final String name;
  private final int position;
  private final Parameters parameters;
  private final int slots;
  private final int cells;
  private final int units;
  private Exec @Nullable [] body;

  FunctionCode(String name, int position, Parameters parameters, int slots, int cells, int height) {
    this.name = name;
    this.position = position;
    this.parameters = parameters;
    this.slots = slots;
    this.cells = cells;
    this.units = height + CALL_UNITS;
  }

  void body(Exec[] statements) {
    body = statements;
  }

  String name() {
    return name;
  }

  int position() {
    return position;
  }

  Parameters parameters() {
    return parameters;
  }

  int slots() {
    return slots;
  }

  /** Stack units one call needs. */
  int units() {
    return units;
  }

  Cell[] newCells(Budget budget) {
    if (cells == 0) {
      return NO_CELLS;
    }
    budget.allocate(32L * cells);
    var fresh = new Cell[cells];
    for (int i = 0; i < cells; i++) {
      fresh[i] = new Cell();
    }
    return fresh;
  }

  StarlarkValue run(Frame frame) {
    Exec[] statements = body;
    if (statements == null) {
      throw new IllegalStateException("function " + name + " has no code");
    }
    return Exec.block(statements, frame) == Exec.RETURN ? frame.result : StarlarkNone.NONE;
  }
}
