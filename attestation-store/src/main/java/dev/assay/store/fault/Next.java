package dev.assay.store.fault;

/** What to do about a store that contradicts itself; each names the command or the page. */
public final class Next {

  /** Rows are missing, or are not those that were logged. */
  public static final String ROWS =
      "stop the store, see with `assay log fsck` what is wrong, and rebuild the rows with `assay"
          + " log repair`; or restore the database that belongs to this log directory";

  /** Files of the log contradict the checkpoint. */
  public static final String FILES =
      "stop the store and run `assay log repair`; or move the log directory away and start it"
          + " again: the log is made again from the database; compare both as docs/operations.md"
          + " says";

  /** More was signed than is there, in every place. */
  public static final String SIGNED_MORE =
      "run `assay log repair`, which rebuilds what the journal beside the log directory has; when"
          + " that was restored from a backup too, restore a newer one, or begin a new log as"
          + " docs/operations.md says: this key must not sign another history";

  private Next() {}
}
