package dev.assay.store.cosigning;

import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.CosignedCheckpoints;
import java.util.List;

/** The cosignatures of one checkpoint, as they come in. */
final class CosigningRound {

  private final TlogPolicy policy;
  private final CosignedCheckpoints checkpoints;
  private SignedNote note;
  private boolean quorum;

  CosigningRound(TlogPolicy policy, CosignedCheckpoints checkpoints, SignedNote note) {
    this.policy = policy;
    this.checkpoints = checkpoints;
    this.note = note;
  }

  /** What is cosigned. */
  synchronized SignedNote note() {
    return note;
  }

  /** Adds {@code lines}, which have been verified; they are kept when they make a quorum. */
  synchronized void add(List<NoteSignature> lines) {
    SignedNote more = note.with(lines);
    try {
      quorum = policy.judge(more).met();
    } catch (RejectedInputException _) {
      return;
    }
    note = more;
    checkpoints.offer(more, quorum);
  }

  /** Whether enough witnesses cosigned it. */
  synchronized boolean quorum() {
    return quorum;
  }
}
