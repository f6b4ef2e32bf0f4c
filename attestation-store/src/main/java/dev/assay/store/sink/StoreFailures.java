package dev.assay.store.sink;

import dev.assay.runtime.kafka.TransientException;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/** Tells what a write failed at: what was written, or what it was written to. */
final class StoreFailures {

  /** SQL's class of states for values that a column cannot hold. */
  private static final String DATA_EXCEPTION = "22";

  /** SQLite's codes for such values: TOOBIG, MISMATCH, RANGE. */
  private static final Set<Integer> SQLITE_OF_CONTENT = Set.of(18, 20, 25);

  private StoreFailures() {}

  /**
   * Whether {@code failure} is of the content. A database, disk or broker that does not work fails
   * with exceptions of its own; what has none of them in its causes failed before it was asked.
   */
  static boolean isOfContent(Throwable failure) {
    boolean unavailable = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        String state = sql.getSQLState();
        return state != null && state.startsWith(DATA_EXCEPTION)
            || SQLITE_OF_CONTENT.contains(sql.getErrorCode());
      }
      unavailable |= cause instanceof StoreUnavailableException;
      if (cause instanceof IOException
          || cause instanceof UncheckedIOException
          || cause instanceof TransientException
          || cause instanceof KafkaException
          || cause instanceof StoreCorruptException) {
        return false;
      }
    }
    return !unavailable;
  }
}
