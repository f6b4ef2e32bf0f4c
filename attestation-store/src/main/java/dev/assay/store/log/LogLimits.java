package dev.assay.store.log;

import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.TilePath;
import dev.assay.schemas.Limits;

/** Bounds of the log. */
public final class LogLimits {

  /** Longest entry, in bytes; below the 65,535 that a bundle's length prefix can say. */
  public static final int ENTRY_BYTES_MAX = Limits.STATEMENT_BYTES_MAX;

  /** Entries read from the index at a time when the log catches up. */
  public static final int CATCH_UP_ENTRIES_MAX = 2_048;

  /** Entries in one file of the journal; its last file is read when it is opened. */
  public static final int JOURNAL_FILE_ENTRIES = 1_024;

  /**
   * The newest full files of the journal that have all of their entries, so that a database and a
   * log that are both of some time ago can be made again; older files need the log for it.
   */
  static final int JOURNAL_WHOLE_FILES = 16;

  /**
   * So many bytes of entries are packed together, which is all that one damaged byte takes of what
   * is before it.
   */
  static final int JOURNAL_WRITE_BYTES = 64 * 1024;

  /** Most bytes of entries that were packed together: the last one is not counted. */
  static final int JOURNAL_WRITE_BYTES_MAX = 1024 * 1024;

  /** Digits of the name of a file of the journal, which is the position of its first entry. */
  static final int JOURNAL_NAME_DIGITS = 12;

  /** Full tiles kept expanded in memory for proofs; one takes 16 KiB. */
  public static final int CACHED_TILES_MAX = 512;

  /** Problems that one check of the log reports before it stops collecting. */
  public static final int REPORTED_PROBLEMS_MAX = 100;

  /** Most bytes read of the mark of what the key has signed. */
  static final int MARK_BYTES_MAX = 8 * 1024;

  /** Between two bundles that the scrub compares, in milliseconds. */
  public static final int SCRUB_PAUSE_MILLIS = 250;

  /** How long closing waits for the bundle that is compared, in milliseconds. */
  public static final int SCRUB_CLOSE_MILLIS = 5_000;

  /**
   * How long readers are shown the last cosigned checkpoint while newer ones find no witnesses, in
   * nanoseconds.
   */
  public static final long COSIGNED_LAG_NANOS_MAX = 30_000_000_000L;

  /** Longest bundle of entries of somebody else's log, in bytes. */
  public static final int BUNDLE_BYTES_MAX =
      TilePath.FULL_WIDTH * (Short.BYTES + EntryBundle.ENTRY_BYTES_MAX);

  /** Checkpoints of contradicting histories that a copy keeps. */
  static final int CONFLICTS_MAX = 32;

  private LogLimits() {}
}
