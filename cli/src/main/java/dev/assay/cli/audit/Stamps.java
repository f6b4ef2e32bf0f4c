package dev.assay.cli.audit;

import java.util.Arrays;

/**
 * The times of manifests by their position in the log: what an entry's own clock is worth less
 * than.
 */
final class Stamps {

  private long[] indices = new long[1_024];
  private long[] millis = new long[1_024];
  private int size;
  private long newest = Long.MIN_VALUE;

  /** The manifest at {@code index} was made at {@code time}; indices rise. */
  void add(long index, long time) {
    if (size == indices.length) {
      indices = Arrays.copyOf(indices, 2 * size);
      millis = Arrays.copyOf(millis, 2 * size);
    }
    indices[size] = index;
    millis[size] = time;
    size++;
    newest = Math.max(newest, time);
  }

  /** When the first manifest after entry {@code index} was made; the largest number without one. */
  long after(long index) {
    int found = Arrays.binarySearch(indices, 0, size, index);
    int at = found >= 0 ? found + 1 : -found - 1;
    return at < size ? millis[at] : Long.MAX_VALUE;
  }

  /** When the newest was made. */
  long newest() {
    return newest;
  }
}
