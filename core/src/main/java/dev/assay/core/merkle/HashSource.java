package dev.assay.core.merkle;

/** Where the hashes of complete subtrees come from: tiles, memory, or a test's reference tree. */
@FunctionalInterface
public interface HashSource {

  /**
   * The hash over the {@code 2^level} leaves from {@code index * 2^level}.
   *
   * @param level height of the subtree; 0 asks for a leaf hash
   * @param index position of the subtree among its peers of that height, from 0
   */
  Hash subtree(int level, long index);
}
