package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.HashSource;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import java.util.ArrayList;
import java.util.List;

/**
 * The log as of one published checkpoint: the signed note, and the right edge of the tree that is
 * in no full tile yet. Everything left of the edge is in immutable files.
 *
 * @param head size and root
 * @param note the signed checkpoint
 * @param edges per tile level, the hashes of its partial tile; empty lists where it is empty
 * @param entries the entries of the partial bundle
 */
public record LogSnapshot(
    Checkpoint head, String note, List<List<Hash>> edges, List<byte[]> entries) {

  /** Copies the lists. */
  public LogSnapshot {
    edges = edges.stream().map(List::copyOf).toList();
    entries = List.copyOf(entries);
  }

  /**
   * The state at {@code head}, unchecked: its right edge follows from full tiles and from {@code
   * entries}, those after the last full bundle.
   */
  static LogSnapshot restored(Checkpoint head, String note, List<byte[]> entries, TileCache tiles) {
    TreeEdge leaves = TreeEdge.empty();
    entries.forEach(leaves::append);
    List<List<Hash>> edges = new ArrayList<>();
    edges.add(leaves.edges().isEmpty() ? List.of() : leaves.edges().getFirst());
    for (int level = 1; TilePath.items(level, head.size()) > 0; level++) {
      long items = TilePath.items(level, head.size());
      List<Hash> edge = new ArrayList<>();
      for (long i = items - items % TilePath.FULL_WIDTH; i < items; i++) {
        edge.add(tiles.tile(level - 1, i).root());
      }
      edges.add(edge);
    }
    return new LogSnapshot(head, note, edges, entries);
  }

  /** Number of leaves. */
  public long size() {
    return head.size();
  }

  /** The hashes of the partial tile at {@code level}; empty when there is none. */
  List<Hash> edge(int level) {
    return level < edges.size() ? edges.get(level) : List.of();
  }

  /** The hashes of its subtrees; {@code tiles} has the full ones. */
  HashSource subtrees(TileCache tiles) {
    return new Subtrees(this, tiles);
  }

  /** The subtree hashes of one snapshot: full tiles from files, the right edge from memory. */
  private record Subtrees(LogSnapshot snapshot, TileCache tiles) implements HashSource {

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
}
