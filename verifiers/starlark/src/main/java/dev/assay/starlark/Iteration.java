package dev.assay.starlark;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Walks over iterables. */
final class Iteration {
  private Iteration() {}

  static StarlarkIterable iterable(StarlarkValue value) {
    if (value instanceof StarlarkIterable iterable) {
      return iterable;
    }
    String hint =
        value instanceof StarlarkString ? "; use .elems() for the characters of a string" : "";
    throw StarlarkError.script(value.type() + " value is not iterable" + hint);
  }

  /** The elements in a new array, charged. */
  static StarlarkValue[] toArray(StarlarkIterable iterable, Budget budget) {
    budget.elements(iterable.length());
    var items = new StarlarkValue[iterable.length()];
    int at = 0;
    try (Cursor cursor = iterable.cursor()) {
      for (StarlarkValue next = cursor.next();
          next != null && at < items.length;
          next = cursor.next()) {
        items[at++] = next;
      }
    }
    return at == items.length ? items : Arrays.copyOf(items, at);
  }

  /** A walk over an iterable; until it is closed the iterable cannot be changed. */
  public interface Cursor extends AutoCloseable {
    /** The next element, or null after the last. */
    @Nullable StarlarkValue next();

    @Override
    default void close() {}
  }
}
