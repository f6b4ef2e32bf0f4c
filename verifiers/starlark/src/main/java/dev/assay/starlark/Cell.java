package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** A variable shared between a function and the functions inside it. */
final class Cell {
  @Nullable StarlarkValue value;
}
