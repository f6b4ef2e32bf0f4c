package dev.assay.core.merkle;

import static dev.assay.core.merkle.ReferenceVectors.ENTRIES;
import static dev.assay.core.merkle.ReferenceVectors.ROOTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MerkleProofsTest {

  private static final int SIZE_MAX = 600;
  private static final ReferenceTree VECTORS = ReferenceTree.of(ENTRIES);

  /** Subtree hashes of the big reference tree are asked for again and again; compute each once. */
  private static final ReferenceTree BIG = ReferenceTree.numbered(SIZE_MAX);

  @Test
  void rootsAreThoseOfTheCertificateTransparencyTree() {
    assertThat(MerkleProofs.root(VECTORS, 0).hex()).isEqualTo(ReferenceVectors.EMPTY_ROOT);
    CompactRange range = CompactRange.empty();
    assertThat(range.root().hex()).isEqualTo(ReferenceVectors.EMPTY_ROOT);
    for (int size = 1; size <= ENTRIES.size(); size++) {
      range.append(new TreeHasher().leaf(ENTRIES.get(size - 1)));
      assertThat(range.root()).isEqualTo(ROOTS.get(size - 1));
      assertThat(MerkleProofs.root(VECTORS, size)).isEqualTo(ROOTS.get(size - 1));
    }
  }

  @Test
  void proofsAreThoseOfTheCertificateTransparencyTree() {
    assertThat(MerkleProofs.inclusion(VECTORS, 0, 1)).isEmpty();
    assertThat(MerkleProofs.inclusion(VECTORS, 0, 8)).isEqualTo(ReferenceVectors.PATH_0_OF_8);
    assertThat(MerkleProofs.inclusion(VECTORS, 5, 8)).isEqualTo(ReferenceVectors.PATH_5_OF_8);
    assertThat(MerkleProofs.inclusion(VECTORS, 2, 3)).isEqualTo(ReferenceVectors.PATH_2_OF_3);
    assertThat(MerkleProofs.inclusion(VECTORS, 1, 5)).isEqualTo(ReferenceVectors.PATH_1_OF_5);
    assertThat(MerkleProofs.consistency(VECTORS, 1, 1)).isEmpty();
    assertThat(MerkleProofs.consistency(VECTORS, 1, 8)).isEqualTo(ReferenceVectors.PATH_0_OF_8);
    assertThat(MerkleProofs.consistency(VECTORS, 6, 8)).isEqualTo(ReferenceVectors.PROOF_6_TO_8);
    assertThat(MerkleProofs.consistency(VECTORS, 2, 5)).isEqualTo(ReferenceVectors.PROOF_2_TO_5);
  }

  @Test
  void everyRootUpToSixHundredAgreesWithTheRecursiveDefinition() {
    CompactRange grown = CompactRange.empty();
    for (int size = 0; size <= SIZE_MAX; size++) {
      Hash expected = BIG.root(size);
      assertThat(grown.root()).isEqualTo(expected);
      assertThat(CompactRange.of(BIG, size).root()).isEqualTo(expected);
      assertThat(MerkleProofs.root(BIG, size)).isEqualTo(expected);
      if (size < SIZE_MAX) {
        grown.append(BIG.leaf(size));
      }
    }
  }

  @Test
  void everyInclusionProofAgreesWithTheDefinitionAndVerifies() {
    for (int size : List.of(1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 255, 256, 257, 600)) {
      Hash root = BIG.root(size);
      for (int index = 0; index < size; index++) {
        List<Hash> path = MerkleProofs.inclusion(BIG, index, size);
        if (size <= 33) {
          assertThat(path).isEqualTo(BIG.path(index, size));
        }
        assertThat(MerkleProofs.includes(BIG.leaf(index), index, size, path, root)).isTrue();
      }
    }
  }

  @Test
  void everyConsistencyProofAgreesWithTheDefinitionAndVerifies() {
    List<Hash> roots = new ArrayList<>();
    for (int size = 0; size <= 70; size++) {
      roots.add(BIG.root(size));
    }
    for (int newSize = 1; newSize <= 70; newSize++) {
      for (int oldSize = 1; oldSize <= newSize; oldSize++) {
        List<Hash> path = MerkleProofs.consistency(BIG, oldSize, newSize);
        assertThat(path).isEqualTo(BIG.proof(oldSize, newSize));
        assertThat(
                MerkleProofs.isExtension(
                    oldSize, roots.get(oldSize), newSize, roots.get(newSize), path))
            .isTrue();
      }
    }
  }

  @Test
  void consistencyHoldsFromEverySizeToSixHundred() {
    Hash newRoot = BIG.root(SIZE_MAX);
    for (int oldSize = 0; oldSize <= SIZE_MAX; oldSize++) {
      List<Hash> path = MerkleProofs.consistency(BIG, oldSize, SIZE_MAX);
      assertThat(MerkleProofs.isExtension(oldSize, BIG.root(oldSize), SIZE_MAX, newRoot, path))
          .isTrue();
    }
  }

  @Test
  void aProofForAnotherIndexSizeLeafOrRootIsNotAccepted() {
    for (int size = 1; size <= 40; size++) {
      Hash root = BIG.root(size);
      for (int index = 0; index < size; index++) {
        List<Hash> path = BIG.path(index, size);
        Hash leaf = BIG.leaf(index);
        for (int other = 0; other < size; other++) {
          assertThat(MerkleProofs.includes(leaf, other, size, path, root))
              .isEqualTo(other == index);
        }
        assertThat(MerkleProofs.includes(BIG.leaf(index + 1), index, size, path, root)).isFalse();
        assertThat(MerkleProofs.includes(leaf, index, size, path, BIG.root(size + 1))).isFalse();
      }
    }
  }

  @Test
  void anIndexOutsideTheTreeIsNeverIncluded() {
    Hash leaf = BIG.leaf(0);

    assertThat(MerkleProofs.includes(leaf, 1, 1, List.of(), leaf)).isFalse();
    assertThat(MerkleProofs.includes(leaf, 0, 0, List.of(), leaf)).isFalse();
    assertThat(MerkleProofs.includes(leaf, -1, 1, List.of(), leaf)).isFalse();
    assertThat(MerkleProofs.includes(leaf, 0, -1, List.of(), leaf)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> MerkleProofs.inclusion(BIG, 5, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> MerkleProofs.inclusion(BIG, -1, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> MerkleProofs.consistency(BIG, 6, 5));
  }

  @Test
  void aProofWithOneHashMoreLessOrChangedIsNotAccepted() {
    Hash root = BIG.root(13);
    for (int index = 0; index < 13; index++) {
      List<Hash> path = BIG.path(index, 13);
      for (int i = 0; i < path.size(); i++) {
        List<Hash> changed = new ArrayList<>(path);
        changed.set(i, BIG.leaf(99));
        List<Hash> less = new ArrayList<>(path);
        less.remove(i);
        List<Hash> more = new ArrayList<>(path);
        more.add(i, BIG.leaf(99));
        for (List<Hash> bad : List.of(changed, less, more)) {
          assertThat(MerkleProofs.includes(BIG.leaf(index), index, 13, bad, root)).isFalse();
        }
      }
    }
  }

  @Test
  void aRewrittenHistoryIsNotAnExtension() {
    ReferenceTree rewritten = ReferenceTree.of(ENTRIES.reversed());
    for (int oldSize = 1; oldSize < 8; oldSize++) {
      List<Hash> path = VECTORS.proof(oldSize, 8);
      Hash otherPast = rewritten.root(oldSize);
      assertThat(MerkleProofs.isExtension(oldSize, otherPast, 8, VECTORS.root(8), path)).isFalse();
      assertThat(
              MerkleProofs.isExtension(oldSize, VECTORS.root(oldSize), 8, rewritten.root(8), path))
          .isFalse();
      assertThat(
              MerkleProofs.isExtension(
                  oldSize, VECTORS.root(oldSize), 8, VECTORS.root(8), List.of()))
          .isFalse();
    }
    assertThat(MerkleProofs.isExtension(8, VECTORS.root(8), 7, VECTORS.root(7), List.of()))
        .isFalse();
    assertThat(MerkleProofs.isExtension(0, VECTORS.root(1), 1, VECTORS.root(1), List.of()))
        .isFalse();
    assertThat(MerkleProofs.isExtension(-1, VECTORS.root(1), 1, VECTORS.root(1), List.of()))
        .isFalse();
  }
}
