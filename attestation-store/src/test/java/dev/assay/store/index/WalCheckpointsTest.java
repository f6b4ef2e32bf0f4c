package dev.assay.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WalCheckpointsTest {

  private static final int PAGE_BYTES = 4_096;

  @TempDir private Path directory;

  private final Lock writing = new ReentrantLock(true);

  private Path file;
  private String url;
  private Connection writer;

  @BeforeEach
  void open() throws SQLException {
    file = directory.resolve("store.db");
    url = "jdbc:sqlite:" + file + "?journal_mode=WAL&busy_timeout=" + IndexLimits.BUSY_WAIT_MILLIS;
    writer = DriverManager.getConnection(url);
    try (Statement statement = writer.createStatement()) {
      statement.execute("pragma wal_autocheckpoint = 0");
      statement.execute("create table t (x blob)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    writer.close();
  }

  @Test
  void what_was_committed_is_in_the_database_file_itself() throws Exception {
    write(10);

    new WalCheckpoints(url, writing).checkpoint();

    Path copy = directory.resolve("copy.db");
    Files.copy(file, copy);
    try (Connection alone = DriverManager.getConnection("jdbc:sqlite:" + copy)) {
      assertThat(rows(alone)).isEqualTo(10);
    }
  }

  @Test
  void a_log_above_its_bound_begins_anew_and_grows_no_further() throws Exception {
    WalCheckpoints checkpoints = new WalCheckpoints(url, writing);
    write(IndexLimits.WAL_PAGES + 100);
    checkpoints.checkpoint();
    Path log = directory.resolve("store.db-wal");
    long size = Files.size(log);

    for (int i = 0; i < 20; i++) {
      write(100);
      checkpoints.checkpoint();
    }

    assertThat(size).isGreaterThan((long) IndexLimits.WAL_PAGES * PAGE_BYTES);
    assertThat(Files.size(log)).isEqualTo(size);
    assertThat(rows(writer)).isEqualTo(IndexLimits.WAL_PAGES + 100 + 20 * 100);
  }

  @Test
  void a_reader_that_stays_keeps_its_view_and_hinders_no_write() throws Exception {
    write(IndexLimits.WAL_PAGES + 100);
    try (Connection reader = DriverManager.getConnection(url)) {
      reader.setAutoCommit(false);
      int seen = rows(reader);

      new WalCheckpoints(url, writing).checkpoint();
      write(10);

      assertThat(rows(reader)).isEqualTo(seen);
      assertThat(rows(writer)).isEqualTo(seen + 10);
    }
  }

  @Test
  void checkpoints_go_on_beside_a_writer_until_they_are_closed() throws Exception {
    try (WalCheckpoints _ = WalCheckpoints.start(url, writing)) {
      for (int i = 0; i < 50; i++) {
        write(IndexLimits.WAL_PAGES / 10);
      }
    }

    assertThat(rows(writer)).isEqualTo(50 * (IndexLimits.WAL_PAGES / 10));
  }

  @Test
  @Timeout(60)
  void a_log_begins_anew_beside_a_writer_that_never_rests() throws Exception {
    Path log = directory.resolve("store.db-wal");
    int pages = 0;
    AtomicBoolean resting = new AtomicBoolean();
    WalCheckpoints checkpoints = new WalCheckpoints(url, writing);
    FutureTask<Void> beside =
        new FutureTask<>(() -> {
          while (!resting.get()) {
            checkpoints.checkpoint();
          }
          return null;
        });
    Thread.ofPlatform().daemon().start(beside);

    try {
      while (pages < 2 * IndexLimits.WAL_PAGES || (long) pages * PAGE_BYTES < 2 * Files.size(log)) {
        writing.lock();
        try {
          write(100);
        } finally {
          writing.unlock();
        }
        pages += 100;
      }
    } finally {
      resting.set(true);
    }

    beside.get();
    assertThat(rows(writer)).isEqualTo(pages);
  }

  /** Writes rows of a page each in one transaction. */
  private void write(int rows) throws SQLException {
    writer.setAutoCommit(false);
    try (PreparedStatement insert = writer.prepareStatement("insert into t values (?)")) {
      for (int i = 0; i < rows; i++) {
        insert.setBytes(1, new byte[PAGE_BYTES - 100]);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    writer.commit();
    writer.setAutoCommit(true);
  }

  private static int rows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from t")) {
      return row.getInt(1);
    }
  }
}
