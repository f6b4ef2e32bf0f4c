package dev.assay.starlark;

/** A value that can be called. */
public sealed interface StarlarkCallable extends StarlarkValue
    permits StarlarkFunction, StarlarkBuiltin {
  /** The name it is shown with. */
  String name();

  @Override
  default boolean truth() {
    return true;
  }
}
