package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;

/** What {@code s.elems()} gives: it can be walked over, not indexed. */
public final class StarlarkView implements StarlarkIterable {
  private final String text;
  private final StarlarkValue[] items;

  /**
   * A view.
   *
   * @param text how {@code repr} shows it
   * @param items the elements; the caller has charged them
   */
  StarlarkView(String text, StarlarkValue[] items) {
    this.text = text;
    this.items = items;
  }

  @Override
  public int length() {
    return items.length;
  }

  @Override
  public Cursor cursor() {
    return StarlarkTuple.wrap(items).cursor();
  }

  @Override
  public String type() {
    return text.startsWith("b") ? "bytes.elems" : "string.elems";
  }

  @Override
  public String toString() {
    return text;
  }
}
