package dev.assay.core.log;

import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.sign.RejectedInputException;
import java.util.List;

/** What a log witness answers to a request: the rules of C2SP tlog-witness, in its order. */
public sealed interface WitnessAnswer {

  /** The checkpoint is to be kept, and then cosigned. */
  record Cosign(Checkpoint head) implements WitnessAnswer {}

  /** No key is known for the log. */
  record UnknownLog(String origin) implements WitnessAnswer {}

  /** No known key of the log signed the checkpoint. */
  record Unsigned(String why) implements WitnessAnswer {}

  /** The request contradicts itself. */
  record Malformed(String why) implements WitnessAnswer {}

  /** The witness has cosigned another size last. */
  record Stale(long size) implements WitnessAnswer {}

  /**
   * The log has signed two trees of one size: no log that only grows can.
   *
   * @param cosigned what the witness has
   * @param shown what it is shown now
   */
  record Split(Checkpoint cosigned, Checkpoint shown) implements WitnessAnswer {}

  /** The proof does not show that the checkpoint extends what was cosigned last. */
  record Inconsistent() implements WitnessAnswer {}

  /** What a witness has of a log that it has never cosigned: the empty tree. */
  static Checkpoint nothing(String origin) {
    return new Checkpoint(origin, 0, CompactRange.empty().root());
  }

  /**
   * Whether {@code request} is to be looked at: {@link Cosign} with its checkpoint when one of the
   * known keys signed it. Nothing that changes is looked at.
   *
   * @param keys the keys of all known logs, whose names are their origins
   */
  static WitnessAnswer authentic(AddCheckpoint request, List<NoteKey> keys) {
    Checkpoint head;
    try {
      head = Checkpoint.parse(request.note().text());
    } catch (RejectedInputException e) {
      return new Malformed(String.valueOf(e.getMessage()));
    }
    List<NoteKey> known = keys.stream().filter(key -> key.name().equals(head.origin())).toList();
    if (known.isEmpty()) {
      return new UnknownLog(head.origin());
    }
    String why = "no signature";
    for (NoteKey key : known) {
      try {
        var _ = request.note().requireSignedBy(key, key.key());
        return request.oldSize() > head.size()
            ? new Malformed(
                "expected an old size up to that of the checkpoint, "
                    + head.size()
                    + ", found "
                    + request.oldSize())
            : new Cosign(head);
      } catch (RejectedInputException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    return new Unsigned(why);
  }

  /**
   * What becomes of {@code request} for the authentic checkpoint {@code shown}, when {@code
   * cosigned} is the last that was cosigned of its log. The answer holds while that stays the last.
   */
  static WitnessAnswer of(AddCheckpoint request, Checkpoint shown, Checkpoint cosigned) {
    if (shown.size() == cosigned.size() && !shown.root().equals(cosigned.root())) {
      return new Split(cosigned, shown);
    }
    if (request.oldSize() != cosigned.size()) {
      return new Stale(cosigned.size());
    }
    return MerkleProofs.isExtension(
            cosigned.size(), cosigned.root(), shown.size(), shown.root(), request.proof())
        ? new Cosign(shown)
        : new Inconsistent();
  }
}
