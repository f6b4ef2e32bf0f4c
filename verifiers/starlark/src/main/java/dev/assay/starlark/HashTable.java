package dev.assay.starlark;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash table that keeps insertion order. Growth is charged before it happens and every probe
 * beyond the first costs a step, so keys made to collide cannot buy unpaid work.
 */
final class HashTable {
  private static final int EMPTY = -1;
  private static final int BYTES_PER_ENTRY = 64;
  private static final int CAPACITY_MIN = 8;
  private static final @Nullable StarlarkValue[] NO_VALUES = new StarlarkValue[0];

  private @Nullable StarlarkValue[] keys = NO_VALUES;
  private @Nullable StarlarkValue[] values = NO_VALUES;
  private int[] hashes = new int[0];
  private int[] index = new int[0];
  private int used;
  private int live;
  private int first;

  int size() {
    return live;
  }

  /** One more than the highest entry number. */
  int entries() {
    return used;
  }

  /** The key of an entry, or null when it has been removed. */
  @Nullable StarlarkValue key(int entry) {
    return keys[entry];
  }

  @Nullable StarlarkValue value(int entry) {
    return values[entry];
  }

  /** The entry of a key, or -1. */
  int find(StarlarkValue key, Budget budget) {
    if (live == 0) {
      Equality.hash(key, budget);
      return EMPTY;
    }
    return find(key, Equality.hash(key, budget), budget);
  }

  private int find(StarlarkValue key, int hash, Budget budget) {
    if (index.length == 0) {
      return EMPTY;
    }
    int mask = index.length - 1;
    int at = spread(hash) & mask;
    while (true) {
      int entry = index[at];
      if (entry == EMPTY) {
        return EMPTY;
      }
      StarlarkValue found = keys[entry];
      if (found != null
          && hashes[entry] == hash
          && (Identity.same(found, key) || Equality.equal(found, key, budget))) {
        return entry;
      }
      budget.step();
      at = (at + 1) & mask;
    }
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B1;
    return mixed ^ (mixed >>> 15);
  }

  /** Sets the value of a key; true when the key is new. */
  boolean put(StarlarkValue key, StarlarkValue value, Budget budget) {
    int hash = Equality.hash(key, budget);
    int entry = find(key, hash, budget);
    if (entry != EMPTY) {
      values[entry] = value;
      return false;
    }
    if (used == keys.length) {
      rebuild(budget);
    }
    keys[used] = key;
    values[used] = value;
    hashes[used] = hash;
    place(hash, used);
    used++;
    live++;
    return true;
  }

  private void place(int hash, int entry) {
    int mask = index.length - 1;
    int at = spread(hash) & mask;
    while (index[at] != EMPTY) {
      at = (at + 1) & mask;
    }
    index[at] = entry;
  }

  private void rebuild(Budget budget) {
    long wanted = Math.max(CAPACITY_MIN, live * 2L);
    budget.allocate(wanted, BYTES_PER_ENTRY);
    budget.steps(live >> 2);
    int capacity = (int) Math.min(wanted, 1 << 28);
    @Nullable StarlarkValue[] oldKeys = keys;
    @Nullable StarlarkValue[] oldValues = values;
    int[] oldHashes = hashes;
    keys = new StarlarkValue[capacity];
    values = new StarlarkValue[capacity];
    hashes = new int[capacity];
    index = new int[Integer.highestOneBit(capacity * 2 - 1) * 2];
    Arrays.fill(index, EMPTY);
    int kept = 0;
    for (int i = 0; i < used; i++) {
      if (oldKeys[i] != null) {
        keys[kept] = oldKeys[i];
        values[kept] = oldValues[i];
        hashes[kept] = oldHashes[i];
        place(oldHashes[i], kept++);
      }
    }
    used = kept;
    first = 0;
  }

  /** Removes an entry found before; its slot is reused when the table is next rebuilt. */
  void remove(int entry) {
    keys[entry] = null;
    values[entry] = null;
    live--;
    if (live == 0) {
      clear();
    }
  }

  /** The oldest entry; the table must not be empty. */
  int firstEntry() {
    while (keys[first] == null) {
      first++;
    }
    return first;
  }

  void clear() {
    keys = NO_VALUES;
    values = NO_VALUES;
    hashes = new int[0];
    index = new int[0];
    used = 0;
    live = 0;
    first = 0;
  }

  /** Whether two references are one value; the only place that compares references. */
  static final class Identity {
    private Identity() {}

    @SuppressWarnings("ReferenceEquality")
    static boolean same(@Nullable Object a, @Nullable Object b) {
      return a == b;
    }
  }
}
