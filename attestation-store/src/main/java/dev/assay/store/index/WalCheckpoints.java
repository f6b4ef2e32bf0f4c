package dev.assay.store.index;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what SQLite's write-ahead log holds into the database file, beside the writer. A commit
 * that does it, which is SQLite's default, takes a tenth of a second once in a while, and
 * everything behind it waits. A passive checkpoint hinders nobody, but never catches up with a busy
 * writer, and the log begins anew only when all of it was moved (sqlite.org/wal.html, section 2.3).
 * So each checkpoint is some passes over ever less, and for a log above {@link
 * IndexLimits#WAL_PAGES} a last one between two transactions.
 */
final class WalCheckpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WalCheckpoints.class);

  private final String url;
  private final Lock writing;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Checkpoints that are not running.
   *
   * @param url of the database, for a connection of their own
   * @param writing held by the writer during each transaction; must be fair
   */
  WalCheckpoints(String url, Lock writing) {
    this.url = url;
    this.writing = writing;
    this.thread = Thread.ofPlatform().daemon().name("wal-checkpoints").unstarted(this::run);
  }

  /** Checkpoints of the database at {@code url} from now on. */
  static WalCheckpoints start(String url, Lock writing) {
    WalCheckpoints checkpoints = new WalCheckpoints(url, writing);
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
      int moved;
      int pages = 0;
      int passes = 0;
      do {
        moved = pages;
        pages = pass(connection);
        passes++;
      } while (pages - moved > IndexLimits.WAL_PAGES_LAST
          && passes < IndexLimits.CHECKPOINT_PASSES_MAX);
      if (pages > IndexLimits.WAL_PAGES) {
        writing.lock();
        try {
          pass(connection);
        } finally {
          writing.unlock();
        }
      }
    }
  }

  /** Moves what is committed when it begins, and answers how many pages the log has then. */
  private static int pass(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("pragma wal_checkpoint(passive)")) {
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
