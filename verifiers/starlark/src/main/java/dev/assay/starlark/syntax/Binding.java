package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.Resolver.ResolvedFile;

/** Where the value of a name lives at run time. */
public sealed interface Binding {
  /** A name the resolver has not met. */
  enum Unbound implements Binding {
    /** The only value. */
    UNBOUND
  }

  /** A variable of the function the name stands in. */
  record Local(LocalVariable variable) implements Binding {}

  /**
   * A variable of an enclosing function.
   *
   * @param index into {@link FunctionBody#freeVariables()}
   */
  record Free(int index) implements Binding {}

  /**
   * A variable of the module.
   *
   * @param index into {@link ResolvedFile#globals()}
   */
  record Global(int index) implements Binding {}

  /**
   * A name the host supplies at run time.
   *
   * @param index into the list given to the resolver
   */
  record Predeclared(int index) implements Binding {}

  /** A name every program has, such as {@code len}. */
  record Universal(String name) implements Binding {}

  /**
   * One local variable of a function; it lives in a slot of the frame, or in a cell when an inner
   * function uses it too.
   */
  final class LocalVariable {
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
}
