package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** A walk over an iterable; until it is closed the iterable cannot be changed. */
public interface Cursor extends AutoCloseable {
  /** The next element, or null after the last. */
  @Nullable StarlarkValue next();

  @Override
  default void close() {}
}
