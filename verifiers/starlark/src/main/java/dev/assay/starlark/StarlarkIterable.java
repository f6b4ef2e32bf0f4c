package dev.assay.starlark;

/** A value {@code for} can walk over. */
public sealed interface StarlarkIterable extends StarlarkValue
    permits StarlarkSequence, StarlarkDict, StarlarkSet, StarlarkView {
  /** Starts a walk; the caller closes it. */
  Cursor cursor();

  /** The number of elements. */
  int length();

  @Override
  default boolean truth() {
    return length() > 0;
  }
}
