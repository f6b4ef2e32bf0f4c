package dev.assay.core.sim;

import dev.assay.core.director.Emission;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.HashSource;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.schemas.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The store: keeps each attestation once, as a leaf of a Merkle log that only grows. */
final class MerkleSink implements HashSource {

  private final TreeHasher hasher = new TreeHasher();
  private final List<List<Hash>> levels = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private long checkedSize;
  private Hash checkedRoot = hasher.emptyRoot();

  /** An attestation came, perhaps again. */
  void take(Emission.Attest attest) {
    String text = attest.statement().text();
    Invariants.that(
        Digests.sha256Hex(text).equals(attest.statement().id()),
        "an attestation's id is the hash of its statement");
    if (ids.add(attest.statement().id())) {
      add(0, hasher.leaf(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** The tree extends the one of the checkpoint before. */
  void checkpoint() {
    long size = ids.size();
    Hash root = MerkleProofs.root(this, size);
    Invariants.that(
        MerkleProofs.isExtension(
            checkedSize,
            checkedRoot,
            size,
            root,
            MerkleProofs.consistency(this, checkedSize, size)),
        "the log only grows");
    checkedSize = size;
    checkedRoot = root;
  }

  Set<String> ids() {
    return ids;
  }

  @Override
  public Hash subtree(int level, long index) {
    return levels.get(level).get((int) index);
  }

  private void add(int level, Hash hash) {
    if (levels.size() == level) {
      levels.add(new ArrayList<>());
    }
    List<Hash> row = levels.get(level);
    row.add(hash);
    if (row.size() % 2 == 0) {
      add(level + 1, hasher.node(row.get(row.size() - 2), hash));
    }
  }
}
