package dev.assay.starlark;

import dev.assay.starlark.Freezer.Mutability;
import dev.assay.starlark.Iteration.Cursor;
import org.jspecify.annotations.Nullable;

/** A set that keeps the order in which elements were first inserted. */
public final class StarlarkSet extends Mutability implements StarlarkIterable {
  private final HashTable table = new HashTable();

  /** A new empty set. */
  public StarlarkSet() {}

  /** Adds an element; true when it is new. */
  public boolean add(StarlarkValue element, Budget budget) {
    if (isFrozen() || !contains(element, budget)) {
      changing("insert into", "set");
      return table.put(element, StarlarkNone.NONE, budget);
    }
    return false;
  }

  /** Whether the element is in the set. */
  public boolean contains(StarlarkValue element, Budget budget) {
    return table.find(element, budget) >= 0;
  }

  boolean remove(StarlarkValue element, Budget budget, String verb) {
    changing(verb, "set");
    int entry = table.find(element, budget);
    if (entry >= 0) {
      table.remove(entry);
    }
    return entry >= 0;
  }

  StarlarkValue removeFirst() {
    changing("pop from", "set");
    if (table.size() == 0) {
      throw StarlarkError.script("pop: empty set");
    }
    int entry = table.firstEntry();
    StarlarkValue element = table.key(entry);
    table.remove(entry);
    return element == null ? StarlarkNone.NONE : element;
  }

  void clear() {
    changing("clear", "set");
    table.clear();
  }

  /** Adds every element of an iterable. */
  void addAll(StarlarkIterable elements, Budget budget) {
    try (Cursor cursor = elements.cursor()) {
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        budget.step();
        add(next, budget);
      }
    }
  }

  StarlarkSet copy(Budget budget) {
    var copy = new StarlarkSet();
    copy.addAll(this, budget);
    return copy;
  }

  @Override
  public int length() {
    return table.size();
  }

  @Override
  public Cursor cursor() {
    opened();
    return new Cursor() {
      private int entry;

      @Override
      public @Nullable StarlarkValue next() {
        while (entry < table.entries()) {
          StarlarkValue key = table.key(entry++);
          if (key != null) {
            return key;
          }
        }
        return null;
      }

      @Override
      public void close() {
        closed();
      }
    };
  }

  @Override
  public String type() {
    return "set";
  }

  @Override
  public String toString() {
    return Printer.bounded(this);
  }
}
