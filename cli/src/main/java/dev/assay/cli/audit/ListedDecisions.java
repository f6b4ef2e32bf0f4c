package dev.assay.cli.audit;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decisions that manifests list, with the first half of the digest of each record: 60 to 120
 * bytes each. Of an id that is listed again the first record counts, as in the store. For one
 * thread.
 */
final class ListedDecisions {

  private static final int ID_LONGS = 4;
  private static final int LONGS = ID_LONGS + 2;
  private static final int FIRST = 1_024;

  private long[] rows = new long[LONGS * FIRST];
  private int[] places = new int[2 * FIRST];
  private final BitSet seen = new BitSet();
  private final Set<Integer> partitions = new HashSet<>();
  private @Nullable Instant from;
  private @Nullable Instant until;
  private int size;

  /** What is done with a decision that was not seen. */
  @FunctionalInterface
  interface Visitor<E extends Exception> {
    void accept(String id) throws E;
  }

  /** A manifest of that partition was read, in the order of the log. */
  void covered(int partition, Instant time) {
    if (partitions.add(partition)) {
      from = from == null || time.isAfter(from) ? time : from;
    }
    until = until == null || time.isAfter(until) ? time : until;
  }

  /** Since when the manifests that were read list every decision; null when none was read. */
  @Nullable Instant from() {
    return from;
  }

  /** When the newest of them was made; null when none was read. */
  @Nullable Instant until() {
    return until;
  }

  /** A manifest lists decision {@code id}, whose record has the digest {@code sha256}. */
  void add(String id, String sha256) {
    if (2 * (size + 1) > places.length) {
      grow();
    }
    long[] key = halves(id);
    int place = place(key);
    if (places[place] != 0) {
      return;
    }
    System.arraycopy(key, 0, rows, LONGS * size, ID_LONGS);
    ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(sha256));
    rows[LONGS * size + ID_LONGS] = digest.getLong();
    rows[LONGS * size + ID_LONGS + 1] = digest.getLong();
    places[place] = ++size;
  }

  /** How the decision {@code id} is listed: -1 when it is not. */
  int find(String id) {
    return places[place(halves(id))] - 1;
  }

  /** Whether the record of decision number {@code row} has the digest {@code sha256}. */
  boolean has(int row, String sha256) {
    ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(sha256));
    return rows[LONGS * row + ID_LONGS] == digest.getLong()
        && rows[LONGS * row + ID_LONGS + 1] == digest.getLong();
  }

  /** Decision number {@code row} is served. */
  void see(int row) {
    seen.set(row);
  }

  /** Shows the ids of those that were not seen. */
  <E extends Exception> void eachUnseen(Visitor<E> visitor) throws E {
    for (int row = seen.nextClearBit(0); row < size; row = seen.nextClearBit(row + 1)) {
      ByteBuffer id = ByteBuffer.allocate(ID_LONGS * Long.BYTES);
      for (int i = 0; i < ID_LONGS; i++) {
        id.putLong(rows[LONGS * row + i]);
      }
      visitor.accept(HexFormat.of().formatHex(id.array()));
    }
  }

  private static long[] halves(String id) {
    ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(id));
    return new long[] {bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong()};
  }

  private int place(long[] key) {
    int mask = places.length - 1;
    int at = (int) key[1] & mask;
    while (places[at] != 0 && !same(places[at] - 1, key)) {
      at = at + 1 & mask;
    }
    return at;
  }

  private boolean same(int row, long[] key) {
    int from = LONGS * row;
    return Arrays.equals(rows, from, from + ID_LONGS, key, 0, ID_LONGS);
  }

  private void grow() {
    if (size >= AuditLimits.DECISIONS_MAX) {
      throw new IllegalStateException(
          "expected at most " + AuditLimits.DECISIONS_MAX + " decisions");
    }
    rows = Arrays.copyOf(rows, 2 * rows.length);
    places = new int[2 * places.length];
    for (int row = 0; row < size; row++) {
      places[place(Arrays.copyOfRange(rows, LONGS * row, LONGS * row + ID_LONGS))] = row + 1;
    }
  }
}
