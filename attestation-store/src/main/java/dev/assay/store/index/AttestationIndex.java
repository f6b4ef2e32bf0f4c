package dev.assay.store.index;

import dev.assay.store.fault.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * The index in SQLite or PostgreSQL. It decides, in one transaction per batch, which attestation
 * gets which position in the log; the log follows it.
 *
 * <p>One thread at a time may write, or ask where writing is done. Any other reading is safe for
 * many threads and never waits for writers.
 */
public final class AttestationIndex implements AutoCloseable {

  private final Database database;
  private final IndexReads reads;
  private final LogRows rows;
  private final Names names = new Names();

  /** Kept from one transaction to the next for its prepared statements; null before the first. */
  private @Nullable IndexWriter writer;

  private AttestationIndex(Database database) {
    this.database = database;
    Jdbi reader = Jdbi.create(database.readers());
    this.reads = new IndexReads(reader, database.bytewiseId(), names);
    this.rows = new LogRows(reader, names);
  }

  /**
   * Opens the database and brings its schema up to date.
   *
   * @throws StoreUnavailableException when it cannot be reached or migrated
   * @throws dev.assay.store.fault.StoreCorruptException when another store writes to it
   */
  public static AttestationIndex open(DatabaseConfig config) {
    return new AttestationIndex(Database.open(config));
  }

  /**
   * Opens a database that a store made, for reading; the store may be running. Nothing is migrated.
   *
   * @throws StoreUnavailableException when it cannot be reached
   */
  public static AttestationIndex reading(DatabaseConfig config) {
    return new AttestationIndex(Database.reading(config));
  }

  /**
   * Writes {@code batch} in one transaction and gives its new attestations the positions from the
   * end of the log on.
   *
   * @param end where the log ends, which must be {@link LogRows#end}
   * @return the new attestations in log order; those already kept are not among them
   * @throws StoreUnavailableException when the transaction failed; whether it took effect is then
   *     unknown until {@link LogRows#size} answers
   * @throws dev.assay.store.fault.StoreCorruptException when the rows do not end where the log
   *     does, or it is another database than before; nothing was written then
   */
  public List<StoredAttestation> write(Batch batch, LogRows.End end) {
    return transaction(writer -> writer.write(batch, end));
  }

  /**
   * Takes the rows at the positions {@code gone} away and puts {@code made} at theirs, in one
   * transaction.
   */
  public void repair(Collection<Long> gone, SortedMap<Long, StoredAttestation> made) {
    transaction(writer -> writer.repair(gone, made));
  }

  /** Has the attestations {@code kept} at their positions found by all that they say. */
  public void refer(SortedMap<Long, StoredAttestation> kept) {
    transaction(writer -> writer.refer(kept));
  }

  /** Has {@code task} done at the next start of a store. */
  public void require(Task task) {
    execute("insert into store_task (name) values (?) on conflict do nothing", task.name());
  }

  /** Whether {@code task} is to be done. */
  public boolean required(Task task) {
    return reads.read(handle ->
        handle
            .createQuery("select name from store_task where name = :name")
            .bind("name", task.name())
            .mapTo(String.class)
            .findOne()
            .isPresent());
  }

  /** {@code task} is done. */
  public void done(Task task) {
    execute("delete from store_task where name = ?", task.name());
  }

  private void execute(String sql, String value) {
    transaction(writer -> writer.execute(sql, value));
  }

  private <T> T transaction(Work<T> work) {
    database.requireSame();
    database.writing().lock();
    try {
      return writing(work);
    } catch (SQLException e) {
      throw StoreUnavailableException.orDamage("writing to the database", e);
    } finally {
      database.writing().unlock();
    }
  }

  /** What the writer does. */
  private interface Work<T> {
    T on(IndexWriter writer) throws SQLException;
  }

  /** Does {@code work} with the writer, which is opened anew after it failed. */
  private <T> T writing(Work<T> work) throws SQLException {
    boolean done = false;
    try {
      IndexWriter open = writer;
      if (open == null) {
        open = new IndexWriter(database.writer(), names);
        writer = open;
      }
      T result = work.on(open);
      done = true;
      return result;
    } finally {
      if (!done) {
        closeWriter();
      }
    }
  }

  private void closeWriter() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  /**
   * The ids by position from {@code from} on, below {@code to}; gaps are left out.
   *
   * @throws dev.assay.store.fault.StoreCorruptException when the file is another one than before:
   *     open connections would go on reading the one that is gone
   */
  public SortedMap<Long, String> ids(long from, long to) {
    database.requireSame();
    return rows.ids(from, to);
  }

  /** What is read by id and listed. */
  public IndexReads reads() {
    return reads;
  }

  /** The attestations in the order of the log. */
  public LogRows rows() {
    return rows;
  }

  /** The vkey of the log that the entries are in; empty when no log has used this database. */
  public Optional<String> logKey() {
    return reads.read(handle ->
        handle.createQuery("select vkey from log_identity").mapTo(String.class).findOne());
  }

  /**
   * Makes this the database of the log {@code vkey} when it is of none.
   *
   * @return the log that it is of
   */
  public String claim(String vkey) {
    execute("insert into log_identity (only_row, vkey) values (1, ?) on conflict do nothing", vkey);
    return logKey().orElseThrow();
  }

  /**
   * The list lines of those of {@code ids} that are attestations here, in no order. Asked where
   * writing is done, whose pages are at hand.
   */
  public List<AttestationQuery.Listing> attestations(Collection<String> ids) {
    return asking(writer -> writer.listings(ids));
  }

  /** Those of {@code ids} that are attestations here, asked where writing is done. */
  public Set<String> known(Collection<String> ids) {
    return asking(writer -> writer.known(ids));
  }

  private <T> T asking(Work<T> question) {
    try {
      return writing(question);
    } catch (SQLException | JdbiException e) {
      throw StoreUnavailableException.orDamage("reading from the database", e);
    }
  }

  @Override
  public void close() {
    closeWriter();
    database.close();
  }

  /** What a store has to do at its next start. */
  public enum Task {
    /** Rows were made again: what else was lost with them comes from the topics' beginning. */
    READ_TOPICS_AGAIN,
    /** The schema has gained tables: what the attestations say that are there already goes in. */
    REFER_TO_ALL
  }
}
