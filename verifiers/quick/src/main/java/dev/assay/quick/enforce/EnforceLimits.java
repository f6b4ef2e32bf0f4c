package dev.assay.quick.enforce;

/** The bounds of enforcement. */
final class EnforceLimits {

  /** Bytes of a state file: a material truth holds one short record per step. */
  static final int STATE_BYTES_MAX = 268_435_456;

  /** Bytes at the end of a history that are read to find its last record. */
  static final int HISTORY_TAIL_BYTES = 262_144;

  /** Code points of a reason. */
  static final int REASON_CODE_POINTS_MAX = 4_096;

  /** Code points of an owner or of one evidence link. */
  static final int NAME_CODE_POINTS_MAX = 512;

  /** Evidence links of one acceptance. */
  static final int LINKS_MAX = 16;

  /** Milliseconds to wait for another process that holds the state. */
  static final long LOCK_WAIT_MILLIS = 10_000;

  /** Milliseconds between two attempts to get the lock. */
  static final long LOCK_RETRY_MILLIS = 10;

  /** Lines of a shown difference. */
  static final int DIFFERENCE_LINES_MAX = 200;

  private EnforceLimits() {}
}
