package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.Signer;
import dev.assay.store.log.LogSnapshot;
import dev.assay.store.log.TileLog;
import dev.assay.store.receipt.CoseReceipt;
import java.util.List;
import java.util.Optional;

/** Proofs that entries are in the tree of the newest checkpoint, in the forms that others read. */
record LogProofs(TileLog tiles, Sequencer sequencer, NoteKey key, Signer signer) {

  /** The C2SP tlog-proof of the entry at {@code position}. */
  String text(long position) {
    LogSnapshot snapshot = covering(position);
    return TlogProof.of(position, tiles.inclusion(snapshot, position), snapshot.note()).text();
  }

  /**
   * The COSE receipt of attestation {@code id}, signed now, over the root of the published
   * checkpoint and no other; empty in a tree of one entry.
   */
  Optional<byte[]> receipt(String id, long position) {
    LogSnapshot snapshot = covering(position);
    List<Hash> path = tiles.inclusion(snapshot, position);
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(
            CoseReceipt.signed(
                    key, id, snapshot.size(), position, path, snapshot.head().root(), signer)
                .bytes());
  }

  private LogSnapshot covering(long position) {
    if (position >= tiles.snapshot().size()) {
      sequencer.await();
    }
    return tiles.snapshot();
  }
}
