package dev.assay.director;

/** The bounds of the director. */
final class DirectorLimits {

  /** Bytes of one work item's encoded state. */
  static final int STATE_BYTES_MAX = 8 * 1024 * 1024;

  /** Bytes above which a further execution is refused, so that the reports of the last one fit. */
  static final int STATE_BYTES_AFTER_EXECUTION_MAX = STATE_BYTES_MAX / 2;

  /** Bytes of one record of the changelog: the state with its key and Kafka's framing. */
  static final int RECORD_BYTES_MAX = STATE_BYTES_MAX + 64 * 1024;

  private DirectorLimits() {}
}
