package dev.assay.store.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.HashSource;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import java.util.List;

/** The subtree hashes of one snapshot: full tiles from files, the right edge from memory. */
final class SnapshotHashes implements HashSource {

  private final LogSnapshot snapshot;
  private final TileCache tiles;

  SnapshotHashes(LogSnapshot snapshot, TileCache tiles) {
    this.snapshot = snapshot;
    this.tiles = tiles;
  }

  @Override
  public Hash subtree(int level, long index) {
    int tileLevel = level / TilePath.LEVEL_BITS;
    int height = level % TilePath.LEVEL_BITS;
    long first = index << height;
    long tile = first / TilePath.FULL_WIDTH;
    int offset = (int) (first % TilePath.FULL_WIDTH);
    long fullTiles = TilePath.items(tileLevel, snapshot.size()) / TilePath.FULL_WIDTH;
    if (tile < fullTiles) {
      return tiles.tile(tileLevel, tile).node(height, offset >> height);
    }
    return fold(snapshot.edge(tileLevel).subList(offset, offset + (1 << height)));
  }

  private static Hash fold(List<Hash> hashes) {
    TreeHasher hasher = new TreeHasher();
    Hash[] row = hashes.toArray(new Hash[0]);
    for (int width = row.length; width > 1; width /= 2) {
      for (int i = 0; i < width / 2; i++) {
        row[i] = hasher.node(row[2 * i], row[2 * i + 1]);
      }
    }
    return row[0];
  }
}
