package dev.assay.cli.audit;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.HashSource;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.schemas.Bounded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hash tiles of a log, each proved by the tile above it and so by the checkpoint's root before
 * it is used. For one thread.
 */
final class VerifiedTiles implements HashSource {

  /** Where tiles come from. */
  @FunctionalInterface
  interface Reader {
    Optional<byte[]> tile(TilePath path) throws IOException;
  }

  /** A tile is missing, or is not what the checkpoint covers. */
  static final class UnprovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient AuditFinding finding;

    UnprovedException(AuditFinding finding) {
      super(finding.expected());
      this.finding = finding;
    }

    AuditFinding finding() {
      return finding;
    }
  }

  private final Reader reader;
  private final long size;
  private final Map<Integer, List<Hash>> edges = new HashMap<>();
  private final Map<TilePath, List<Hash>> proved = Bounded.map(AuditLimits.CACHED_TILES_MAX, true);
  private final TreeHasher hasher = new TreeHasher();

  private VerifiedTiles(Reader reader, long size) {
    this.reader = reader;
    this.size = size;
  }

  /**
   * The tiles below {@code head}.
   *
   * @throws UnprovedException when those at the right edge do not give its root
   */
  static VerifiedTiles of(Reader reader, Checkpoint head) {
    VerifiedTiles tiles = new VerifiedTiles(reader, head.size());
    for (int level = 0; TilePath.items(level, head.size()) > 0; level++) {
      long items = TilePath.items(level, head.size());
      int width = (int) (items % TilePath.FULL_WIDTH);
      if (width > 0) {
        tiles.edges.put(
            level, tiles.read(TilePath.hashes(level, items / TilePath.FULL_WIDTH, width)));
      }
    }
    Hash root = CompactRange.of(tiles, head.size()).root();
    if (!root.equals(head.root())) {
      throw new UnprovedException(
          AuditFinding.of(
              AuditCode.LOG_ROOT_DIFFERS,
              null,
              "the checkpoint's root " + head.root().hex() + " over " + head.size() + " entries",
              "the root " + root.hex()));
    }
    return tiles;
  }

  /** The proved hashes of tile {@code index} of {@code level}. */
  List<Hash> tile(int level, long index) {
    long items = TilePath.items(level, size);
    if (index == items / TilePath.FULL_WIDTH) {
      return edges.getOrDefault(level, List.of());
    }
    TilePath path = TilePath.hashes(level, index, TilePath.FULL_WIDTH);
    List<Hash> known = proved.get(path);
    if (known != null) {
      return known;
    }
    Hash above =
        tile(level + 1, index / TilePath.FULL_WIDTH).get((int) (index % TilePath.FULL_WIDTH));
    List<Hash> hashes = read(path);
    if (!root(hasher, hashes).equals(above)) {
      throw new UnprovedException(
          AuditFinding.of(
              AuditCode.TILE_DIFFERS,
              path.text(),
              "the hashes with the root " + above.hex(),
              "hashes with the root " + root(hasher, hashes).hex()));
    }
    proved.put(path, hashes);
    return hashes;
  }

  @Override
  public Hash subtree(int level, long index) {
    int height = level % TilePath.LEVEL_BITS;
    long first = index << height;
    int offset = (int) (first % TilePath.FULL_WIDTH);
    List<Hash> tile = tile(level / TilePath.LEVEL_BITS, first / TilePath.FULL_WIDTH);
    return root(hasher, tile.subList(offset, offset + (1 << height)));
  }

  /** The root over a power of two of hashes. */
  static Hash root(TreeHasher hasher, List<Hash> hashes) {
    List<Hash> row = hashes;
    while (row.size() > 1) {
      List<Hash> above = new ArrayList<>(row.size() / 2);
      for (int i = 0; i < row.size(); i += 2) {
        above.add(hasher.node(row.get(i), row.get(i + 1)));
      }
      row = above;
    }
    return row.getFirst();
  }

  private List<Hash> read(TilePath path) {
    byte[] bytes;
    try {
      bytes = reader.tile(path).orElse(new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (bytes.length != path.width() * Hash.BYTES) {
      throw new UnprovedException(
          AuditFinding.of(
              AuditCode.TILE_DIFFERS,
              path.text(),
              "a tile of " + path.width() * Hash.BYTES + " bytes",
              bytes.length == 0 ? "none" : bytes.length + " bytes"));
    }
    List<Hash> hashes = new ArrayList<>(path.width());
    for (int i = 0; i < path.width(); i++) {
      hashes.add(Hash.at(bytes, i * Hash.BYTES));
    }
    return hashes;
  }
}
