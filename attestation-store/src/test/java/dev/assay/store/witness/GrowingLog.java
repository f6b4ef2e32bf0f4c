package dev.assay.store.witness;

import dev.assay.core.log.AddCheckpoint;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.HashSource;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A log in memory whose key also signs what no honest log would. */
public final class GrowingLog {

  final NoteKey key;
  private final Ed25519Key signer;
  private final List<Hash> leaves = new ArrayList<>();

  private GrowingLog(Ed25519Key signer, String origin) {
    this.signer = signer;
    this.key = new NoteKey(origin, signer.publicKey());
  }

  /** A log of {@code size} entries. */
  public static GrowingLog of(Ed25519Key signer, String origin, int size) {
    GrowingLog log = new GrowingLog(signer, origin);
    log.grow(size, "entry");
    return log;
  }

  /** Another history of the same log: the first {@code common} entries, then others. */
  GrowingLog forked(int common, int size) {
    GrowingLog fork = new GrowingLog(signer, key.name());
    fork.leaves.addAll(leaves.subList(0, common));
    fork.grow(size, "other entry");
    return fork;
  }

  private void grow(int size, String kind) {
    while (leaves.size() < size) {
      String entry = kind + " " + leaves.size();
      leaves.add(new TreeHasher().leaf(entry.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private HashSource source() {
    return new HashSource() {
      @Override
      public Hash subtree(int level, long index) {
        return level == 0
            ? leaves.get((int) index)
            : new TreeHasher()
                .node(subtree(level - 1, 2 * index), subtree(level - 1, 2 * index + 1));
      }
    };
  }

  SignedNote checkpoint(long size) {
    Hash root = MerkleProofs.root(source(), size);
    return SignedNote.signed(new Checkpoint(key.name(), size, root).text(), key, signer);
  }

  /** What an honest log asks: its checkpoint, and the proof from {@code old}. */
  public AddCheckpoint request(long old, long size) {
    return new AddCheckpoint(old, MerkleProofs.consistency(source(), old, size), checkpoint(size));
  }
}
