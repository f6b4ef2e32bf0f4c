package dev.assay.store.log;

/** Bounds of the journal. */
public final class JournalLimits {

  /** Entries in one file; the last file is read when the journal is opened. */
  public static final int SEGMENT_ENTRIES = 1_024;

  /** Digits of a file's name, which is the position of its first entry. */
  static final int NAME_DIGITS = 12;

  /** Rows read from the index at a time when the journal catches up. */
  public static final int CATCH_UP_ROWS_MAX = 2_048;

  private JournalLimits() {}
}
