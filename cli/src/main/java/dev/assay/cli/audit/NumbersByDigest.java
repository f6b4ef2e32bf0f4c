package dev.assay.cli.audit;

import java.util.Arrays;

/**
 * A small number for each SHA-256 digest, by 64 bits of it: 12 bytes for each place. For one
 * thread.
 */
final class NumbersByDigest {

  private static final int FIRST_PLACES = 1 << 10;

  private long[] keys = new long[FIRST_PLACES];
  private int[] numbers = filled(FIRST_PLACES);
  private int size;

  private static int[] filled(int places) {
    int[] numbers = new int[places];
    Arrays.fill(numbers, -1);
    return numbers;
  }

  /** The digest {@code half} has {@code number}, which is not negative. */
  void put(Half half, int number) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    int at = place(half.high());
    size += numbers[at] < 0 ? 1 : 0;
    keys[at] = half.high();
    numbers[at] = number;
  }

  /** The number of the digest {@code half}; negative without one. */
  int get(Half half) {
    return numbers[place(half.high())];
  }

  private void grow() {
    if (size >= AuditLimits.ENTRIES_MAX) {
      throw new IllegalStateException("expected at most " + AuditLimits.ENTRIES_MAX + " entries");
    }
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = filled(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] >= 0) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        numbers[at] = oldNumbers[i];
      }
    }
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) key & mask;
    while (numbers[at] >= 0 && keys[at] != key) {
      at = at + 1 & mask;
    }
    return at;
  }
}
