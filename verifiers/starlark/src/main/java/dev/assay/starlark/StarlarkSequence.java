package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;

/** An iterable whose elements have an index. */
public sealed interface StarlarkSequence extends StarlarkIterable
    permits StarlarkList, StarlarkTuple, StarlarkRange {
  /** The element at an index from 0 to {@code length() - 1}. */
  StarlarkValue at(int index);

  @Override
  default Cursor cursor() {
    int length = length();
    return new Cursor() {
      private int index;

      @Override
      public @org.jspecify.annotations.Nullable StarlarkValue next() {
        return index < length ? at(index++) : null;
      }
    };
  }
}
