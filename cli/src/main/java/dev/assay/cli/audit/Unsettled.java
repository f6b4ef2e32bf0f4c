package dev.assay.cli.audit;

import java.util.Arrays;

/**
 * Halves of digests with the entries that named them, in the order of the log, until a set settles
 * them: 40 bytes each. Each may be settled by one of two. For one thread.
 */
final class Unsettled {

  private static final int LONGS = 5;
  private static final int FIRST = 1_024;

  private long[] all = new long[LONGS * FIRST];
  private int size;

  /** What is done with what is left. */
  @FunctionalInterface
  interface Visitor {
    void accept(Half half, long index);
  }

  void add(Half half, long index) {
    add(half, half, index);
  }

  /** One that {@code half} or {@code other} settles, named by the entry at {@code index}. */
  void add(Half half, Half other, long index) {
    int at = LONGS * size;
    if (at == all.length) {
      if (size >= AuditLimits.UNSETTLED_MAX) {
        throw new IllegalStateException(
            "expected at most " + AuditLimits.UNSETTLED_MAX + " that no manifest settles");
      }
      all =
          Arrays.copyOf(
              all, (int) Math.min(2L * all.length, (long) LONGS * AuditLimits.UNSETTLED_MAX));
    }
    all[at] = half.high();
    all[at + 1] = half.low();
    all[at + 2] = other.high();
    all[at + 3] = other.low();
    all[at + 4] = index;
    size++;
  }

  /**
   * Forgets those that are in {@code set}.
   *
   * @return the first entry that named one of them; the largest number when there is none
   */
  long settle(HashSetOfDigests set) {
    long first = Long.MAX_VALUE;
    int left = 0;
    for (int i = 0; i < size; i++) {
      int at = LONGS * i;
      if (!set.has(all[at], all[at + 1]) && !set.has(all[at + 2], all[at + 3])) {
        System.arraycopy(all, at, all, LONGS * left, LONGS);
        left++;
      } else {
        first = Math.min(first, all[at + 4]);
      }
    }
    size = left;
    return first;
  }

  int size() {
    return size;
  }

  /** Those that entries from {@code from} on named. */
  long count(long from) {
    long count = 0;
    for (int i = 0; i < size; i++) {
      count += all[LONGS * i + 4] >= from ? 1 : 0;
    }
    return count;
  }

  /** The first entry from {@code from} on that named one; the largest number when none did. */
  long first(long from) {
    for (int i = 0; i < size; i++) {
      if (all[LONGS * i + 4] >= from) {
        return all[LONGS * i + 4];
      }
    }
    return Long.MAX_VALUE;
  }

  /** Shows those that entries from {@code from} on named. */
  void each(long from, Visitor visitor) {
    for (int i = 0; i < size; i++) {
      int at = LONGS * i;
      if (all[at + 4] >= from) {
        visitor.accept(new Half(all[at], all[at + 1]), all[at + 4]);
      }
    }
  }
}
