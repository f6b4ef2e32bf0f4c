package dev.assay.starlark;

import dev.assay.starlark.Freezer.Mutability;
import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A changeable sequence of values. */
public final class StarlarkList extends Mutability implements StarlarkSequence {
  private static final StarlarkValue[] NOTHING = new StarlarkValue[0];

  private StarlarkValue[] items;
  private int size;

  private StarlarkList(StarlarkValue[] items, int size) {
    this.items = items;
    this.size = size;
  }

  /** A new list of these values. */
  public static StarlarkList of(List<? extends StarlarkValue> items) {
    return wrap(items.toArray(StarlarkValue[]::new));
  }

  /** A new list over an array nobody else changes; the caller has charged it. */
  static StarlarkList wrap(StarlarkValue[] items) {
    return new StarlarkList(items, items.length);
  }

  static StarlarkList empty() {
    return new StarlarkList(NOTHING, 0);
  }

  @Override
  public int length() {
    return size;
  }

  @Override
  public StarlarkValue at(int index) {
    return items[index];
  }

  @Override
  public Cursor cursor() {
    opened();
    return new Cursor() {
      private int index;

      @Override
      public @Nullable StarlarkValue next() {
        return index < size ? items[index++] : null;
      }

      @Override
      public void close() {
        closed();
      }
    };
  }

  StarlarkValue[] toArray() {
    return Arrays.copyOf(items, size);
  }

  void append(StarlarkValue value, Budget budget) {
    changing("append to", "list");
    reserve(1, budget);
    items[size++] = value;
  }

  void insert(int index, StarlarkValue value, Budget budget) {
    changing("insert into", "list");
    reserve(1, budget);
    budget.steps((size - index) >> 4);
    System.arraycopy(items, index, items, index + 1, size - index);
    items[index] = value;
    size++;
  }

  void extend(StarlarkValue[] more, Budget budget) {
    changing("extend", "list");
    reserve(more.length, budget);
    System.arraycopy(more, 0, items, size, more.length);
    size += more.length;
  }

  void set(int index, StarlarkValue value) {
    changing("assign to element of", "list");
    items[index] = value;
  }

  StarlarkValue remove(int index, Budget budget, String verb) {
    changing(verb, "list");
    budget.steps((size - index) >> 4);
    StarlarkValue removed = items[index];
    System.arraycopy(items, index + 1, items, index, size - index - 1);
    items[--size] = StarlarkNone.NONE;
    return removed;
  }

  void clear() {
    changing("clear", "list");
    items = NOTHING;
    size = 0;
  }

  private void reserve(int more, Budget budget) {
    if (size + (long) more <= items.length) {
      return;
    }
    long wanted = Math.max(size + (long) more, size + (long) (size >> 1) + 4);
    budget.elements(wanted);
    items = Arrays.copyOf(items, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
  }

  @Override
  public String type() {
    return "list";
  }

  @Override
  public String toString() {
    return Printer.bounded(this);
  }
}
