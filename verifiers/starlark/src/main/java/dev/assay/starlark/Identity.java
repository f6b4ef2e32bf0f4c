package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** Whether two references are one value; the only place that compares references. */
final class Identity {
  private Identity() {}

  @SuppressWarnings("ReferenceEquality")
  static boolean same(@Nullable Object a, @Nullable Object b) {
    return a == b;
  }
}
