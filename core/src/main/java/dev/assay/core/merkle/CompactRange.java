package dev.assay.core.merkle;

import java.util.ArrayList;
import java.util.List;

/**
 * The right edge of a growing tree: the hashes of its complete subtrees from the largest to the
 * smallest, one for every bit set in the size. Enough to append leaves and to compute the root, in
 * at most 63 hashes of memory.
 */
public final class CompactRange {

  private final List<Hash> peaks;
  private final TreeHasher hasher = new TreeHasher();
  private long size;

  private CompactRange(List<Hash> peaks, long size) {
    this.peaks = peaks;
    this.size = size;
  }

  /** The range of the empty tree. */
  public static CompactRange empty() {
    return new CompactRange(new ArrayList<>(), 0);
  }

  /** The range of the first {@code size} leaves of {@code source}. */
  public static CompactRange of(HashSource source, long size) {
    if (size < 0) {
      throw new IllegalArgumentException("expected a tree size of at least 0, found " + size);
    }
    List<Hash> peaks = new ArrayList<>();
    for (int level = Long.SIZE - 2; level >= 0; level--) {
      if ((size >> level & 1) == 1) {
        peaks.add(source.subtree(level, (size >> level) - 1));
      }
    }
    return new CompactRange(peaks, size);
  }

  /** An independent copy. */
  public CompactRange copy() {
    return new CompactRange(new ArrayList<>(peaks), size);
  }

  /** Number of leaves. */
  public long size() {
    return size;
  }

  /** Adds the leaf whose hash is {@code leaf} at the right. */
  public void append(Hash leaf) {
    Hash hash = leaf;
    for (long rest = size; (rest & 1) == 1; rest >>= 1) {
      hash = hasher.node(peaks.removeLast(), hash);
    }
    peaks.add(hash);
    size++;
  }

  /** The tree's root hash. */
  public Hash root() {
    if (peaks.isEmpty()) {
      return hasher.emptyRoot();
    }
    Hash root = peaks.getLast();
    for (int i = peaks.size() - 2; i >= 0; i--) {
      root = hasher.node(peaks.get(i), root);
    }
    return root;
  }
}
