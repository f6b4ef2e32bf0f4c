package dev.assay.store.witness;

/** The bounds of a log witness, in one place. */
public final class WitnessLimits {

  /** Logs that one witness knows. */
  public static final int LOGS_MAX = 1_024;

  /** Longest request: a full proof, a checkpoint, and many signatures, also of larger kinds. */
  static final int BODY_BYTES_MAX = 128 * 1024;

  /** Pairs of contradicting checkpoints that are kept of one log; one says all. */
  static final int SPLITS_MAX = 16;

  private WitnessLimits() {}
}
