package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;

/** What became of bringing a copy of a log up to date. */
public sealed interface MirrorOutcome {

  /** The copy has the {@code size} entries that the log shows. */
  record Current(long size) implements MirrorOutcome {}

  /** The copy has grown from {@code from} entries to {@code size}. */
  record Grown(long from, long size) implements MirrorOutcome {}

  /**
   * The log shows an earlier checkpoint of the history that the copy has: it was set back, or what
   * answers is old.
   *
   * @param shown number of entries of the log
   * @param size number of entries of the copy
   */
  record Shrunk(long shown, long size) implements MirrorOutcome {}

  /** The checkpoint is not believed, so nothing was taken from it. */
  record Unbelieved(String why) implements MirrorOutcome {}

  /**
   * What was sent is not what the checkpoint signs, or does not go on from the copy; it was thrown
   * away. Where the copy has entries, both checkpoints are kept: the history may be another.
   */
  record Damaged(String why) implements MirrorOutcome {}

  /**
   * The log's key has signed a history that is not the one of this copy. Both checkpoints are kept.
   *
   * @param mine what the copy has
   * @param shown what the log shows now
   */
  record Contradicted(Checkpoint mine, Checkpoint shown) implements MirrorOutcome {}
}
