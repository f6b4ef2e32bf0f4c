package dev.assay.core.merkle;

import java.util.ArrayList;
import java.util.List;

/** The definitions of RFC 6962 section 2.1 written down recursively, as slow as they read. */
final class ReferenceTree implements HashSource {

  private final TreeHasher hasher = new TreeHasher();
  private final List<Hash> leaves = new ArrayList<>();

  static ReferenceTree of(List<byte[]> entries) {
    ReferenceTree tree = new ReferenceTree();
    entries.forEach(entry -> tree.leaves.add(tree.hasher.leaf(entry)));
    return tree;
  }

  static ReferenceTree numbered(int size) {
    List<byte[]> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      entries.add(new byte[] {(byte) (i >> 8), (byte) i});
    }
    return of(entries);
  }

  Hash leaf(int index) {
    return leaves.get(index);
  }

  Hash root(int size) {
    return mth(leaves.subList(0, size));
  }

  @Override
  public Hash subtree(int level, long index) {
    int width = 1 << level;
    int from = (int) index * width;
    return mth(leaves.subList(from, from + width));
  }

  private Hash mth(List<Hash> range) {
    if (range.isEmpty()) {
      return hasher.emptyRoot();
    }
    if (range.size() == 1) {
      return range.getFirst();
    }
    int k = split(range.size());
    return hasher.node(mth(range.subList(0, k)), mth(range.subList(k, range.size())));
  }

  List<Hash> path(int index, int size) {
    return path(index, leaves.subList(0, size));
  }

  private List<Hash> path(int index, List<Hash> range) {
    if (range.size() == 1) {
      return new ArrayList<>();
    }
    int k = split(range.size());
    List<Hash> left = range.subList(0, k);
    List<Hash> right = range.subList(k, range.size());
    List<Hash> path = index < k ? path(index, left) : path(index - k, right);
    path.add(mth(index < k ? right : left));
    return path;
  }

  List<Hash> proof(int oldSize, int newSize) {
    return subproof(oldSize, leaves.subList(0, newSize), true);
  }

  private List<Hash> subproof(int m, List<Hash> range, boolean complete) {
    if (m == range.size()) {
      return new ArrayList<>(complete ? List.of() : List.of(mth(range)));
    }
    int k = split(range.size());
    List<Hash> left = range.subList(0, k);
    List<Hash> right = range.subList(k, range.size());
    List<Hash> proof = m <= k ? subproof(m, left, complete) : subproof(m - k, right, false);
    proof.add(mth(m <= k ? right : left));
    return proof;
  }

  private static int split(int size) {
    int k = 1;
    while (k * 2 < size) {
      k *= 2;
    }
    return k;
  }
}
