package dev.assay.store.index;

/** Bounds of the index. */
public final class IndexLimits {

  /** Most rows of one kind in one batch; a poll of the sink brings at most this many records. */
  public static final int BATCH_ROWS_MAX = 2_000;

  /** Items on a page when the caller does not say. */
  public static final int PAGE_ITEMS_DEFAULT = 100;

  /** Most items on a page. */
  public static final int PAGE_ITEMS_MAX = 1_000;

  /** Most decisions of one work item that are returned. */
  public static final int DECISIONS_MAX = 1_000;

  /** Fewest digits that an attestation is looked for by, of the beginning of its id. */
  public static final int ID_PREFIX_CHARS_MIN = 4;

  /** Longest id or name, in characters. */
  public static final int NAME_CHARS_MAX = 512;

  /** Longest JSON document of a decision or a control state, in characters. */
  public static final int DOCUMENT_CHARS_MAX = 1024 * 1024;

  /** Most artifacts, failure signatures, hypertheses or files of one attestation. */
  public static final int FACETS_MAX = 64;

  /**
   * Failures that are counted for one answer: pairs of attestation and signature, of the newest
   * attestations.
   */
  public static final int FAILURES_COUNTED_MAX = 10_000;

  /** Most fleets whose lists are merged; the rows of more are sorted, or found on the way. */
  static final int FLEETS_MERGED_MAX = 64;

  /** Failed attestations that are fetched at once while failures are counted. */
  static final int FAILURE_ROWS_FETCHED = 1_000;

  /** Longest window that failures are counted in, in days. */
  public static final int FAILURE_DAYS_MAX = 366;

  /** Longest window that is counted by the hour, in hours; longer ones are by the day. */
  public static final int FAILURE_HOURS_MAX = 72;

  /** Most verifiers that are named for one failure. */
  public static final int FAILURE_VERIFIERS_MAX = 16;

  /** Longest cursor, in characters. */
  public static final int CURSOR_CHARS_MAX = 1_024;

  /** Connections that read at the same time. */
  public static final int READERS = 4;

  /** How long a call waits for a connection, in milliseconds. */
  public static final int CONNECTION_WAIT_MILLIS = 10_000;

  /**
   * How long a store waits for the one before it to be gone, in milliseconds; below the five
   * seconds that the pool gives a connection to become ready.
   */
  public static final int TAKEOVER_WAIT_MILLIS = 3_000;

  /** How long SQLite waits for another process's lock, in milliseconds. */
  public static final int BUSY_WAIT_MILLIS = 5_000;

  /** Pages of 4 KiB above which SQLite's write-ahead log begins anew, the writer waiting for it. */
  public static final int WAL_PAGES = 4_000;

  /** Pages above which the writer itself moves them, because nobody else did; 256 MiB. */
  public static final int WAL_PAGES_MAX = 16 * WAL_PAGES;

  /** Pages that may be left to move while the writer waits; some milliseconds. */
  public static final int WAL_PAGES_LAST = 1_000;

  /** Most passes beside the writer, each over what was written during the one before. */
  public static final int CHECKPOINT_PASSES_MAX = 8;

  /** Between two checkpoints beside the writer, in milliseconds. */
  public static final int CHECKPOINT_PAUSE_MILLIS = 1_000;

  /** How long closing waits for a checkpoint under way, in milliseconds. */
  public static final int CLOSE_WAIT_MILLIS = 5_000;

  /** Memory for the pages that SQLite's writer works on, in KiB. */
  public static final int WRITER_CACHE_KIB = 32 * 1024;

  /** Positions that share an earliest and a last time; as the migration that filled them has it. */
  static final long SPAN_POSITIONS = 1_024;

  /** Attestations about one artifact that are looked through for one of a given fleet. */
  static final int NAMING_ATTESTATIONS_MAX = 1_000;

  /** Names of verifiers, results, bases and fleets that are remembered with their numbers. */
  static final int NAMES_REMEMBERED_MAX = 4_096;

  /** Work items that begin with a text, up to which they are all read and sorted. */
  static final int BEGINNING_ITEMS_MAX = 2_000;

  private IndexLimits() {}

  static String name(String what, String value) {
    if (value.isEmpty() || value.length() > NAME_CHARS_MAX) {
      throw new IllegalArgumentException(
          "expected "
              + what
              + " of 1 to "
              + NAME_CHARS_MAX
              + " characters, found "
              + value.length());
    }
    return value;
  }

  static String document(String what, String value) {
    if (value.length() > DOCUMENT_CHARS_MAX) {
      throw new IllegalArgumentException(
          "expected "
              + what
              + " of at most "
              + DOCUMENT_CHARS_MAX
              + " characters, found "
              + value.length());
    }
    return value;
  }
}
