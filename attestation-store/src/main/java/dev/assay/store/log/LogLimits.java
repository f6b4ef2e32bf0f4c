package dev.assay.store.log;

import dev.assay.schemas.Limits;

/** Bounds of the log. */
public final class LogLimits {

  /** Longest entry, in bytes; below the 65,535 that a bundle's length prefix can say. */
  public static final int ENTRY_BYTES_MAX = Limits.STATEMENT_BYTES_MAX;

  /** Entries read from the index at a time when the log catches up. */
  public static final int CATCH_UP_ENTRIES_MAX = 2_048;

  /** Full tiles kept expanded in memory for proofs; one takes 16 KiB. */
  public static final int CACHED_TILES_MAX = 512;

  /** Problems that one check of the log reports before it stops collecting. */
  public static final int REPORTED_PROBLEMS_MAX = 100;

  private LogLimits() {}
}
