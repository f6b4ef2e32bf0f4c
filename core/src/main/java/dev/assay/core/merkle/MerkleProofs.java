package dev.assay.core.merkle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes and checks inclusion and consistency proofs (RFC 9162 sections 2.1.3 and 2.1.4, the same
 * hashes as RFC 6962). Checking fails closed: an index at or beyond the size, a proof of the wrong
 * length, or sizes out of order are never accepted.
 */
public final class MerkleProofs {

  private MerkleProofs() {}

  /** Root of the first {@code size} leaves of {@code source}. */
  public static Hash root(HashSource source, long size) {
    TreeHasher hasher = new TreeHasher();
    return size == 0 ? hasher.emptyRoot() : rangeRoot(source, hasher, 0, size);
  }

  /**
   * The audit path of leaf {@code index} in the tree of {@code size} leaves, the leaf's sibling
   * first.
   *
   * @throws IllegalArgumentException unless {@code 0 <= index < size}
   */
  public static List<Hash> inclusion(HashSource source, long index, long size) {
    if (index < 0 || index >= size) {
      throw new IllegalArgumentException(
          "expected an index from 0 below the tree size " + size + ", found " + index);
    }
    TreeHasher hasher = new TreeHasher();
    List<Hash> path = new ArrayList<>();
    long low = 0;
    long high = size;
    while (high - low > 1) {
      long middle = low + split(high - low);
      if (index < middle) {
        path.add(rangeRoot(source, hasher, middle, high));
        high = middle;
      } else {
        path.add(rangeRoot(source, hasher, low, middle));
        low = middle;
      }
    }
    return List.copyOf(path.reversed());
  }

  /**
   * The proof that the tree of {@code newSize} leaves extends the tree of {@code oldSize} leaves.
   * Empty when the sizes are equal or the old tree is empty, as there is nothing to prove.
   *
   * @throws IllegalArgumentException unless {@code 0 <= oldSize <= newSize}
   */
  public static List<Hash> consistency(HashSource source, long oldSize, long newSize) {
    if (oldSize < 0 || oldSize > newSize) {
      throw new IllegalArgumentException(
          "expected an old size from 0 to the new size " + newSize + ", found " + oldSize);
    }
    if (oldSize == 0 || oldSize == newSize) {
      return List.of();
    }
    TreeHasher hasher = new TreeHasher();
    List<Hash> path = new ArrayList<>();
    long low = 0;
    long high = newSize;
    while (oldSize != high) {
      long middle = low + split(high - low);
      if (oldSize <= middle) {
        path.add(rangeRoot(source, hasher, middle, high));
        high = middle;
      } else {
        path.add(rangeRoot(source, hasher, low, middle));
        low = middle;
      }
    }
    if (low != 0) {
      path.add(rangeRoot(source, hasher, low, high));
    }
    return List.copyOf(path.reversed());
  }

  /** Whether {@code path} proves that {@code leaf} is leaf {@code index} of the tree. */
  public static boolean includes(Hash leaf, long index, long size, List<Hash> path, Hash root) {
    return root(leaf, index, size, path).filter(root::equals).isPresent();
  }

  /**
   * The root to which {@code path} leads from leaf {@code index} of {@code size}; empty when the
   * index is not below the size or the path has another length than the tree asks for.
   */
  public static Optional<Hash> root(Hash leaf, long index, long size, List<Hash> path) {
    if (index < 0 || index >= size) {
      return Optional.empty();
    }
    TreeHasher hasher = new TreeHasher();
    long node = index;
    long last = size - 1;
    Hash hash = leaf;
    for (Hash sibling : path) {
      if (last == 0) {
        return Optional.empty();
      }
      if ((node & 1) == 1 || node == last) {
        hash = hasher.node(sibling, hash);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        hash = hasher.node(hash, sibling);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 ? Optional.of(hash) : Optional.empty();
  }

  /** Whether {@code path} proves that the newer tree begins with all leaves of the older one. */
  public static boolean isExtension(
      long oldSize, Hash oldRoot, long newSize, Hash newRoot, List<Hash> path) {
    if (oldSize < 0 || oldSize > newSize) {
      return false;
    }
    if (oldSize == newSize) {
      return path.isEmpty() && oldRoot.equals(newRoot);
    }
    if (oldSize == 0) {
      return path.isEmpty() && oldRoot.equals(new TreeHasher().emptyRoot());
    }
    boolean whole = Long.bitCount(oldSize) == 1;
    if (!whole && path.isEmpty()) {
      return false;
    }
    Hash seed = whole ? oldRoot : path.getFirst();
    return climb(oldSize, seed, whole ? path : path.subList(1, path.size()), newSize)
        .matches(oldRoot, newRoot);
  }

  private record Climb(Hash oldHash, Hash newHash, boolean complete) {
    boolean matches(Hash oldRoot, Hash newRoot) {
      return complete && oldHash.equals(oldRoot) && newHash.equals(newRoot);
    }
  }

  private static Climb climb(long oldSize, Hash seed, List<Hash> path, long newSize) {
    TreeHasher hasher = new TreeHasher();
    int skipped = Long.numberOfTrailingZeros(oldSize);
    long node = (oldSize - 1) >> skipped;
    long last = (newSize - 1) >> skipped;
    Hash oldHash = seed;
    Hash newHash = seed;
    for (Hash sibling : path) {
      if (last == 0) {
        return new Climb(oldHash, newHash, false);
      }
      if ((node & 1) == 1 || node == last) {
        oldHash = hasher.node(sibling, oldHash);
        newHash = hasher.node(sibling, newHash);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        newHash = hasher.node(newHash, sibling);
      }
      node >>= 1;
      last >>= 1;
    }
    return new Climb(oldHash, newHash, last == 0);
  }

  /** Root of the leaves {@code low} to {@code high}, where low is a multiple of the left split. */
  private static Hash rangeRoot(HashSource source, TreeHasher hasher, long low, long high) {
    List<Hash> parts = new ArrayList<>();
    long from = low;
    while (from < high) {
      long width = Long.highestOneBit(high - from);
      parts.add(source.subtree(Long.numberOfTrailingZeros(width), from / width));
      from += width;
    }
    Hash root = parts.getLast();
    for (int i = parts.size() - 2; i >= 0; i--) {
      root = hasher.node(parts.get(i), root);
    }
    return root;
  }

  /** The largest power of two below {@code n}, for n of at least 2. */
  private static long split(long n) {
    return Long.highestOneBit(n - 1);
  }
}
