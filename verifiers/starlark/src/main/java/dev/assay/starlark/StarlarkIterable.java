package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;

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
