package dev.assay.store.fault;

/** What is on disk contradicts itself. Retrying does not help; the store stops instead. */
public final class StoreCorruptException extends RuntimeException {

  /** What to do when rows are missing, or are not those that were logged. */
  public static final String REPAIR_ROWS =
      "stop the store, see with `assay log fsck` what is wrong, and rebuild the rows with `assay"
          + " log repair`; or restore the database that belongs to this log directory";

  /** What to do when files of the log contradict the checkpoint. */
  public static final String REPAIR_FILES =
      "stop the store and run `assay log repair`; or move the log directory away and start it"
          + " again: the log is made again from the database; compare both as docs/operations.md"
          + " says";

  /** What to do when files of a copy of a log contradict its checkpoint. */
  public static final String COPY_AGAIN = "move the directory away and copy the log again";

  /** What to do when more was signed than is there, in every place. */
  public static final String RESTORE_NEWER =
      "run `assay log repair`, which rebuilds what the journal beside the log directory has; when"
          + " that was restored from a backup too, restore a newer one, or begin a new log as"
          + " docs/operations.md says: this key must not sign another history";

  private static final long serialVersionUID = 1L;

  /** A contradiction, with what to do next. */
  public StoreCorruptException(String expected, String found, String next) {
    super("expected " + expected + "; found " + found + "; next: " + next);
  }
}
