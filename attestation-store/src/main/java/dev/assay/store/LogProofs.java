package dev.assay.store;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.Signer;
import dev.assay.store.log.LogSnapshot;
import dev.assay.store.log.TileLog;
import dev.assay.store.receipt.CoseReceipt;
import java.util.List;
import java.util.Optional;

/** Proofs that entries are in the tree of a checkpoint, in the forms that others read. */
record LogProofs(
    TileLog tiles, Sequencer sequencer, CosignedCheckpoints cosigned, NoteKey key, Signer signer) {

  /**
   * The C2SP tlog-proof of the entry at {@code position}, with the last checkpoint that log
   * witnesses cosigned where that covers it, else with the newest.
   */
  String text(long position) {
    LogSnapshot snapshot = covering(position);
    SignedNote note = cosigned.proving(position, snapshot);
    long size = Checkpoint.parse(note.text()).size();
    return TlogProof.of(position, tiles.inclusion(snapshot, position, size), note.note()).text();
  }

  /**
   * The COSE receipt of attestation {@code id}, signed now, over the root of the published
   * checkpoint and no other; empty in a tree of one entry.
   */
  Optional<byte[]> receipt(String id, long position) {
    LogSnapshot snapshot = covering(position);
    List<Hash> path = tiles.inclusion(snapshot, position, snapshot.size());
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
