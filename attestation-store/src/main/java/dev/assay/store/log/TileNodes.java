package dev.assay.store.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import java.util.List;

/** All nodes of one full tile, from its 256 hashes up to their root, in one array. */
final class TileNodes {

  private static final int WIDTH = TilePath.FULL_WIDTH;

  private final byte[] nodes;

  private TileNodes(byte[] nodes) {
    this.nodes = nodes;
  }

  /** The nodes over the 256 hashes in {@code tile}. */
  static TileNodes of(byte[] tile) {
    if (tile.length != WIDTH * Hash.BYTES) {
      throw new IllegalArgumentException(
          "expected a full tile of " + WIDTH * Hash.BYTES + " bytes, found " + tile.length);
    }
    TreeHasher hasher = new TreeHasher();
    byte[] nodes = new byte[(2 * WIDTH - 1) * Hash.BYTES];
    System.arraycopy(tile, 0, nodes, 0, tile.length);
    TileNodes tree = new TileNodes(nodes);
    for (int height = 1; height <= TilePath.LEVEL_BITS; height++) {
      for (int i = 0; i < WIDTH >> height; i++) {
        hasher
            .node(tree.node(height - 1, 2 * i), tree.node(height - 1, 2 * i + 1))
            .copyTo(nodes, offset(height, i));
      }
    }
    return tree;
  }

  /** The bytes of a tile that holds {@code hashes}. */
  static byte[] bytes(List<Hash> hashes) {
    byte[] bytes = new byte[hashes.size() * Hash.BYTES];
    for (int i = 0; i < hashes.size(); i++) {
      hashes.get(i).copyTo(bytes, i * Hash.BYTES);
    }
    return bytes;
  }

  /** The node over the {@code 2^height} hashes from {@code index * 2^height}. */
  Hash node(int height, int index) {
    return Hash.at(nodes, offset(height, index));
  }

  /** The node over all hashes. */
  Hash root() {
    return node(TilePath.LEVEL_BITS, 0);
  }

  private static int offset(int height, int index) {
    return (2 * WIDTH - ((2 * WIDTH) >> height) + index) * Hash.BYTES;
  }
}
