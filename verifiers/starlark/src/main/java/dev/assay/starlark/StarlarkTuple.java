package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import java.util.List;

/** An unchangeable sequence of values. */
public final class StarlarkTuple implements StarlarkSequence {
  /** The empty tuple. */
  public static final StarlarkTuple EMPTY = new StarlarkTuple(new StarlarkValue[0]);

  private final StarlarkValue[] items;

  private StarlarkTuple(StarlarkValue[] items) {
    this.items = items;
  }

  /** A tuple of these values. */
  public static StarlarkTuple of(StarlarkValue... items) {
    return wrap(items.clone());
  }

  /** A tuple of these values. */
  public static StarlarkTuple of(List<? extends StarlarkValue> items) {
    return wrap(items.toArray(StarlarkValue[]::new));
  }

  /** A tuple over an array nobody changes any more. */
  static StarlarkTuple wrap(StarlarkValue[] items) {
    return items.length == 0 ? EMPTY : new StarlarkTuple(items);
  }

  StarlarkValue[] shared() {
    return items;
  }

  @Override
  public int length() {
    return items.length;
  }

  @Override
  public StarlarkValue at(int index) {
    return items[index];
  }

  @Override
  public String type() {
    return "tuple";
  }

  @Override
  public String toString() {
    return Printer.bounded(this);
  }
}
