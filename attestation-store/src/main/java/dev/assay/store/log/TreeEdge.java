package dev.assay.store.log;

import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import java.util.ArrayList;
import java.util.List;

/**
 * The growing right edge of the tree. Appending an entry may complete tiles, which collect here
 * until {@link #takeCompleted}. Belongs to one thread.
 */
final class TreeEdge {

  private final TreeHasher hasher = new TreeHasher();
  private final CompactRange range;
  private final List<List<Hash>> edges = new ArrayList<>();
  private final List<byte[]> entries;
  private final List<LogStorage.LogFile> completed = new ArrayList<>();

  private TreeEdge(CompactRange range, List<List<Hash>> edges, List<byte[]> entries) {
    this.range = range.copy();
    edges.forEach(edge -> this.edges.add(new ArrayList<>(edge)));
    this.entries = new ArrayList<>(entries);
  }

  /** The edge of the empty tree. */
  static TreeEdge empty() {
    return new TreeEdge(CompactRange.empty(), List.of(), List.of());
  }

  /** The edge that {@code snapshot} describes, over the subtrees in {@code range}. */
  static TreeEdge of(LogSnapshot snapshot, CompactRange range) {
    return new TreeEdge(range, snapshot.edges(), snapshot.entries());
  }

  /** Adds {@code entry} as the next leaf. */
  void append(byte[] entry) {
    long index = range.size();
    Hash leaf = hasher.leaf(entry);
    range.append(leaf);
    entries.add(entry);
    if (entries.size() == TilePath.FULL_WIDTH) {
      TilePath path = TilePath.entries(index / TilePath.FULL_WIDTH, TilePath.FULL_WIDTH);
      completed.add(new LogStorage.LogFile(path.text(), EntryBundle.encode(entries)));
      entries.clear();
    }
    push(0, leaf, index);
  }

  private void push(int level, Hash hash, long index) {
    Hash next = hash;
    long position = index;
    for (int at = level; ; at++) {
      if (at == edges.size()) {
        edges.add(new ArrayList<>());
      }
      List<Hash> edge = edges.get(at);
      edge.add(next);
      if (edge.size() < TilePath.FULL_WIDTH) {
        return;
      }
      byte[] bytes = TileNodes.bytes(edge);
      position /= TilePath.FULL_WIDTH;
      completed.add(
          new LogStorage.LogFile(TilePath.hashes(at, position, TilePath.FULL_WIDTH).text(), bytes));
      next = TileNodes.of(bytes).root();
      edge.clear();
    }
  }

  /** Files completed since the last call, in the order they were completed. */
  List<LogStorage.LogFile> takeCompleted() {
    List<LogStorage.LogFile> files = List.copyOf(completed);
    completed.clear();
    return files;
  }

  /** The subtrees of the whole tree. */
  CompactRange range() {
    return range;
  }

  /** Hashes of the partial tiles by level. */
  List<List<Hash>> edges() {
    return edges;
  }

  /** Entries of the partial bundle. */
  List<byte[]> entries() {
    return entries;
  }
}
