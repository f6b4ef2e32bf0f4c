package dev.assay.store.fault;

import java.sql.SQLException;

/**
 * The database or the log directory did not answer. Nothing was accepted that was not already
 * durable; the same call is safe to repeat.
 */
public final class StoreUnavailableException extends RuntimeException {

  /** SQLite's codes for a file that is malformed, and for one that is no database. */
  private static final int SQLITE_CORRUPT = 11;

  private static final int SQLITE_NOTADB = 26;

  /** The part of SQLite's extended codes that holds the code itself. */
  private static final int SQLITE_CODE_MASK = 0xFF;

  private static final long serialVersionUID = 1L;

  /** An outage of {@code what}. */
  public StoreUnavailableException(String what, Throwable cause) {
    super(what + ": " + cause.getMessage(), cause);
  }

  /** How the store fails when {@code what} failed with {@code failure}. */
  public static RuntimeException orDamage(String what, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && damaged(sql)) {
        return new StoreCorruptException(
            "a sound database",
            what + ": " + sql.getMessage(),
            "stop the store and run `assay log repair`, which puts the file aside and makes the"
                + " database again from the journal; or restore it from a backup");
      }
    }
    return new StoreUnavailableException(what, failure);
  }

  private static boolean damaged(SQLException failure) {
    int code = failure.getErrorCode() & SQLITE_CODE_MASK;
    return failure.getClass().getName().startsWith("org.sqlite.")
        && (code == SQLITE_CORRUPT || code == SQLITE_NOTADB);
  }
}
