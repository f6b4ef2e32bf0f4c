package dev.assay.starlark.syntax;

/**
 * One local variable of a function; it lives in a slot of the frame, or in a cell when an inner
 * function uses it too.
 */
public final class LocalVariable {
  private final String name;
  private final int slot;
  private int cell = -1;

  LocalVariable(String name, int slot) {
    this.name = name;
    this.slot = slot;
  }

  /** The name as written. */
  public String name() {
    return name;
  }

  /** The index among the frame's slots. */
  public int slot() {
    return slot;
  }

  /** The index among the frame's cells, or -1 when no inner function uses the variable. */
  public int cell() {
    return cell;
  }

  void capture(int index) {
    cell = index;
  }
}
