package dev.assay.cli.audit;

import java.util.Arrays;

/** A number for each SHA-256 digest, by 64 bits of it: 16 bytes for each place. For one thread. */
final class LongsByDigest {

  /** What there is for a digest without a number. */
  static final long NONE = Long.MIN_VALUE;

  private static final int FIRST_PLACES = 1 << 10;

  private long[] keys = new long[FIRST_PLACES];
  private long[] numbers = empty(FIRST_PLACES);
  private int size;

  private static long[] empty(int places) {
    long[] numbers = new long[places];
    Arrays.fill(numbers, NONE);
    return numbers;
  }

  /** The digest {@code half} has {@code number} from here. */
  void put(Half half, long number) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    int at = place(half.high());
    size += numbers[at] == NONE ? 1 : 0;
    keys[at] = half.high();
    numbers[at] = number;
  }

  /** The number of the digest {@code half}, or {@link #NONE}. */
  long get(Half half) {
    return numbers[place(half.high())];
  }

  private void grow() {
    if (size >= AuditLimits.ENTRIES_MAX) {
      throw new IllegalStateException("expected at most " + AuditLimits.ENTRIES_MAX + " entries");
    }
    long[] oldKeys = keys;
    long[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = empty(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] != NONE) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        numbers[at] = oldNumbers[i];
      }
    }
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) key & mask;
    while (numbers[at] != NONE && keys[at] != key) {
      at = at + 1 & mask;
    }
    return at;
  }
}
