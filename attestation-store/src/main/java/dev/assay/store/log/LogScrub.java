package dev.assay.store.log;

import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Compares rows with the entries that were logged, and the files of the log with each other, one
 * bundle after the other and then again from the first. For one thread, beside the writer.
 */
public final class LogScrub {

  /** The ids of the rows at some positions. */
  @FunctionalInterface
  public interface RowIds {

    /** The ids by position from {@code from} on, below {@code to}; gaps are left out. */
    SortedMap<Long, String> ids(long from, long to);
  }

  private final TileLog log;
  private final LogStorage storage;
  private final RowIds rows;
  private final TreeHasher hasher = new TreeHasher();
  private long next;

  /** A scrub of the files in {@code storage}, which {@code log} writes. */
  public LogScrub(TileLog log, LogStorage storage, RowIds rows) {
    this.log = log;
    this.storage = storage;
    this.rows = rows;
  }

  /**
   * Compares the newest entries and one full bundle.
   *
   * @throws StoreCorruptException when something is not what was logged
   */
  public void step() {
    LogSnapshot snapshot = log.snapshot();
    long full = snapshot.size() / TilePath.FULL_WIDTH;
    compareRows(full * TilePath.FULL_WIDTH, snapshot.entries());
    if (full > 0) {
      long bundle = next % full;
      next = bundle + 1;
      List<byte[]> entries = entries(TilePath.entries(bundle, TilePath.FULL_WIDTH));
      compareTiles(bundle, entries, snapshot);
      compareRows(bundle * TilePath.FULL_WIDTH, entries);
    }
  }

  private void compareRows(long from, List<byte[]> entries) {
    SortedMap<Long, String> found = rows.ids(from, from + entries.size());
    for (int i = 0; i < entries.size(); i++) {
      String logged = hasher.digest(entries.get(i)).hex();
      String row = found.get(from + i);
      if (!logged.equals(row)) {
        throw new StoreCorruptException(
            "the attestation " + logged + " in the row of entry " + (from + i),
            row == null ? "no such row" : "the attestation " + row,
            StoreCorruptException.REPAIR_ROWS);
      }
    }
  }

  /** Compares the hashes of {@code entries} with their tile, and that with the tiles above. */
  private void compareTiles(long bundle, List<byte[]> entries, LogSnapshot snapshot) {
    TilePath path = TilePath.hashes(0, bundle, TilePath.FULL_WIDTH);
    byte[] tile = TileNodes.bytes(entries.stream().map(hasher::leaf).toList());
    requireSame(path, tile, bytes(path));
    Hash root = TileNodes.of(tile).root();
    long index = bundle;
    for (int level = 1; ; level++) {
      int offset = (int) (index % TilePath.FULL_WIDTH);
      index /= TilePath.FULL_WIDTH;
      if (index >= TilePath.items(level, snapshot.size()) / TilePath.FULL_WIDTH) {
        requireRoot(path, root, snapshot.edge(level).get(offset));
        return;
      }
      TilePath above = TilePath.hashes(level, index, TilePath.FULL_WIDTH);
      TileNodes nodes = TileNodes.of(bytes(above));
      requireRoot(path, root, nodes.node(0, offset));
      path = above;
      root = nodes.root();
    }
  }

  private List<byte[]> entries(TilePath path) {
    return EntryBundle.decode(bytes(path))
        .filter(entries -> entries.size() == TilePath.FULL_WIDTH)
        .orElseThrow(() -> damaged(path, "no bundle of " + TilePath.FULL_WIDTH + " entries"));
  }

  private byte[] bytes(TilePath path) {
    try {
      byte[] bytes = storage.read(path.text()).orElseThrow(() -> damaged(path, "no such file"));
      if (path.kind() == TilePath.Kind.HASHES && bytes.length != TilePath.FULL_WIDTH * Hash.BYTES) {
        throw damaged(path, bytes.length + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the log file " + path.text(), e);
    }
  }

  private static void requireSame(TilePath path, byte[] expected, byte[] found) {
    if (!Arrays.equals(expected, found)) {
      throw damaged(path, "other hashes than those of its entries");
    }
  }

  private static void requireRoot(TilePath path, Hash root, Hash above) {
    if (!root.equals(above)) {
      throw damaged(path, "other hashes than the tile above it says");
    }
  }

  private static StoreCorruptException damaged(TilePath path, String found) {
    return new StoreCorruptException(
        "the file " + path.text() + " as it was logged", found, StoreCorruptException.REPAIR_FILES);
  }
}
