package dev.assay.cli.audit;

/**
 * The newest time of each work item, in one array: 16 bytes for each place. Work items are told
 * apart by 64 bits of their digest. For one thread.
 */
final class NewestTimes {

  private static final int FIRST_PLACES = 1 << 10;

  private long[] places = new long[2 * FIRST_PLACES];
  private int size;

  /** Tells of {@code millis}; the answer is the newest before, or {@code Long.MIN_VALUE}. */
  long raise(long item, long millis) {
    if (2 * (size + 1) > places.length / 2) {
      grow();
    }
    long key = item == 0 ? 1 : item;
    int at = place(places, key);
    if (places[at] == 0) {
      places[at] = key;
      places[at + 1] = millis;
      size++;
      return Long.MIN_VALUE;
    }
    long before = places[at + 1];
    places[at + 1] = Math.max(before, millis);
    return before;
  }

  private void grow() {
    long[] old = places;
    places = new long[2 * old.length];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        int at = place(places, old[i]);
        places[at] = old[i];
        places[at + 1] = old[i + 1];
      }
    }
  }

  private static int place(long[] in, long key) {
    int mask = in.length - 1;
    int at = (int) (key << 1) & mask;
    while (in[at] != 0 && in[at] != key) {
      at = at + 2 & mask;
    }
    return at;
  }
}
