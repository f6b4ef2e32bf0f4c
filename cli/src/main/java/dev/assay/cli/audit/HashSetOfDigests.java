package dev.assay.cli.audit;

import java.util.Arrays;

/**
 * A set of SHA-256 digests by their first half, in one array: 16 bytes for each place. Two digests
 * with the same half would be taken for one, which nobody has ever found; a digest that is in the
 * set is never missed. For one thread.
 */
final class HashSetOfDigests {

  private static final int FIRST_PLACES = 1 << 10;

  private long[] halves = new long[2 * FIRST_PLACES];
  private int size;

  /** Adds the digest whose first 16 bytes are {@code high} and {@code low}; false when it is in. */
  boolean add(long high, long low) {
    if (2 * (size + 1) > halves.length / 2) {
      grow();
    }
    int at = place(halves, high, low);
    if (halves[at] == high && halves[at + 1] == low && (high | low) != 0) {
      return false;
    }
    halves[at] = high;
    halves[at + 1] = low;
    size++;
    return true;
  }

  boolean has(long high, long low) {
    int at = place(halves, high, low);
    return (halves[at] | halves[at + 1]) != 0;
  }

  int size() {
    return size;
  }

  private void grow() {
    if (size >= AuditLimits.ENTRIES_MAX) {
      throw new IllegalStateException("expected at most " + AuditLimits.ENTRIES_MAX + " entries");
    }
    long[] old = halves;
    halves = new long[2 * old.length];
    Arrays.fill(halves, 0);
    for (int i = 0; i < old.length; i += 2) {
      if ((old[i] | old[i + 1]) != 0) {
        int at = place(halves, old[i], old[i + 1]);
        halves[at] = old[i];
        halves[at + 1] = old[i + 1];
      }
    }
  }

  private static int place(long[] in, long high, long low) {
    int mask = in.length - 1;
    int at = (int) (low << 1) & mask;
    while ((in[at] | in[at + 1]) != 0 && (in[at] != high || in[at + 1] != low)) {
      at = at + 2 & mask;
    }
    return at;
  }
}
