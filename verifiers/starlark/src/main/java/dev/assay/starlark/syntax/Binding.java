package dev.assay.starlark.syntax;

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
}
