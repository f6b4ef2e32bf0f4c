package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.merkle.Hash;
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

  /** Number of leaves. */
  public long size() {
    return head.size();
  }

  /** The hashes of the partial tile at {@code level}; empty when there is none. */
  List<Hash> edge(int level) {
    return level < edges.size() ? edges.get(level) : List.of();
  }
}
