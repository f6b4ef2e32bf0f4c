package dev.assay.starlark;

import dev.assay.starlark.Freezer.Mutability;
import dev.assay.starlark.Iteration.Cursor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A mapping that keeps the order in which keys were first inserted. */
public final class StarlarkDict extends Mutability implements StarlarkIterable {
  private final HashTable table = new HashTable();

  /** A new empty dict. */
  public StarlarkDict() {}

  /** A new dict with string keys, in the order of the map. */
  public static StarlarkDict of(Map<String, ? extends StarlarkValue> entries) {
    Budget budget = Budget.hostSide();
    var dict = new StarlarkDict();
    entries.forEach((key, value) -> dict.put(StarlarkString.of(key), value, budget));
    return dict;
  }

  /** The value of a string key, or null. */
  public @Nullable StarlarkValue find(String key) {
    return find(StarlarkString.of(key), Budget.hostSide());
  }

  /** The value of a key, or null. */
  public @Nullable StarlarkValue find(StarlarkValue key, Budget budget) {
    int entry = table.find(key, budget);
    return entry < 0 ? null : table.value(entry);
  }

  /** Sets the value of a key. */
  public void put(StarlarkValue key, StarlarkValue value, Budget budget) {
    changing("insert into", "dict");
    table.put(key, value, budget);
  }

  /** The entries with string keys by key, in order; other keys are left out. */
  public Map<String, StarlarkValue> stringEntries() {
    var entries = new LinkedHashMap<String, StarlarkValue>();
    for (int i = 0; i < table.entries(); i++) {
      if (table.key(i) instanceof StarlarkString(String key)) {
        entries.put(key, valueAt(i));
      }
    }
    return entries;
  }

  /** Calls back for every entry in order. */
  void forEach(EntryAction action) {
    for (int i = 0; i < table.entries(); i++) {
      StarlarkValue key = table.key(i);
      if (key != null) {
        action.accept(key, valueAt(i));
      }
    }
  }

  /** What to do with one entry. */
  interface EntryAction {
    void accept(StarlarkValue key, StarlarkValue value);
  }

  private StarlarkValue valueAt(int entry) {
    return Objects.requireNonNull(table.value(entry), "a live entry has a value");
  }

  boolean containsKey(StarlarkValue key, Budget budget) {
    return table.find(key, budget) >= 0;
  }

  @Nullable StarlarkValue remove(StarlarkValue key, Budget budget, String verb) {
    changing(verb, "dict");
    int entry = table.find(key, budget);
    if (entry < 0) {
      return null;
    }
    StarlarkValue value = table.value(entry);
    table.remove(entry);
    return value;
  }

  StarlarkTuple removeFirst() {
    changing("popitem from", "dict");
    if (table.size() == 0) {
      throw StarlarkError.script("popitem: empty dict");
    }
    int entry = table.firstEntry();
    StarlarkValue key = Objects.requireNonNull(table.key(entry), "first entry is live");
    var pair = StarlarkTuple.wrap(new StarlarkValue[] {key, valueAt(entry)});
    table.remove(entry);
    return pair;
  }

  void clear() {
    changing("clear", "dict");
    table.clear();
  }

  /** Adds all entries of another dict. */
  void putAll(StarlarkDict other, Budget budget) {
    budget.steps(other.length());
    other.opened();
    try {
      other.forEach((key, value) -> put(key, value, budget));
    } finally {
      other.closed();
    }
  }

  /** The keys, charged. */
  StarlarkValue[] keys(Budget budget) {
    budget.elements(length());
    var keys = new StarlarkValue[length()];
    int[] at = {0};
    forEach((key, _) -> keys[at[0]++] = key);
    return keys;
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
    return "dict";
  }

  @Override
  public String toString() {
    return Printer.bounded(this);
  }
}
