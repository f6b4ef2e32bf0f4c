package dev.assay.store.index;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what SQLite's write-ahead log holds into the database file, beside the writer. A commit
 * that does it, which is SQLite's default, takes a tenth of a second once in a while, and
 * everything behind it waits. A passive checkpoint hinders nobody; only for a log above {@link
 * IndexLimits#WAL_PAGES} the writer waits for the last pages, so that the log begins anew
 * (sqlite.org/wal.html, section 2.3).
 */
final class WalCheckpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WalCheckpoints.class);

  private final String url;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Checkpoints that are not running.
   *
   * @param url of the database, for a connection of their own
   */
  WalCheckpoints(String url) {
    this.url = url;
    this.thread = Thread.ofPlatform().daemon().name("wal-checkpoints").unstarted(this::run);
  }

  /** Checkpoints of the database at {@code url} from now on. */
  static WalCheckpoints start(String url) {
    WalCheckpoints checkpoints = new WalCheckpoints(url);
    checkpoints.thread.start();
    return checkpoints;
  }

  private void run() {
    try {
      while (!closing.await(IndexLimits.CHECKPOINT_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          checkpoint();
        } catch (SQLException e) {
          LOG.atWarn()
              .setCause(e)
              .log("a checkpoint failed; the next one, or the writer, does more");
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** One checkpoint of what is committed. */
  void checkpoint() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      if (pages(connection, "passive") > IndexLimits.WAL_PAGES) {
        var _ = pages(connection, "restart");
      }
    }
  }

  /** Runs a checkpoint and answers how many pages the log has. */
  private static int pages(Connection connection, String mode) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("pragma wal_checkpoint(" + mode + ")")) {
      return row.next() ? row.getInt("log") : 0;
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(IndexLimits.CLOSE_WAIT_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
