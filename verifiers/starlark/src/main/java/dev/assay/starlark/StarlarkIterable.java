package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;

/** A value {@code for} can walk over. */
public sealed interface StarlarkIterable extends StarlarkValue
    permits StarlarkIterable.StarlarkSequence, StarlarkDict, StarlarkSet, StarlarkView {
  /** Starts a walk; the caller closes it. */
  Cursor cursor();

  /** The number of elements. */
  int length();

  @Override
  default boolean truth() {
    return length() > 0;
  }

  /** An iterable whose elements have an index. */
  sealed interface StarlarkSequence extends StarlarkIterable
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
}
