package dev.assay.store.index;

import dev.assay.store.fault.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
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
  private final Jdbi reader;
  private final LogRows rows;

  /** Kept from one transaction to the next for its prepared statements; null before the first. */
  private @Nullable IndexWriter writer;

  private AttestationIndex(Database database) {
    this.database = database;
    this.reader = Jdbi.create(database.readers());
    this.rows = new LogRows(reader);
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

  /** Has {@code task} done at the next start of a store. */
  public void require(Task task) {
    execute("insert into store_task (name) values (?) on conflict do nothing", task.name());
  }

  /** Whether {@code task} is to be done. */
  public boolean required(Task task) {
    return read(handle ->
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
        open = new IndexWriter(database.writer());
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

  /** The attestations in the order of the log. */
  public LogRows rows() {
    return rows;
  }

  /** The vkey of the log that the entries are in; empty when no log has used this database. */
  public Optional<String> logKey() {
    return read(handle ->
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

  /** The envelope document of attestation {@code id}. */
  public Optional<byte[]> envelope(String id) {
    return read(handle ->
        handle
            .createQuery("select envelope from attestation where id = :id")
            .bind("id", id)
            .mapTo(byte[].class)
            .findOne());
  }

  /** The log position of attestation {@code id}. */
  public Optional<Long> position(String id) {
    return read(handle ->
        handle
            .createQuery("select log_index from attestation where id = :id")
            .bind("id", id)
            .mapTo(Long.class)
            .findOne());
  }

  /** The list line of attestation {@code id}. */
  public Optional<AttestationQuery.Listing> attestation(String id) {
    return read(handle ->
        handle
            .createQuery("select * from attestation where id = :id")
            .bind("id", id)
            .map((row, _) -> Rows.listing(row))
            .findOne());
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

  /** Whether one of the newest attestations about {@code sha256} is of one of {@code fleets}. */
  public boolean names(Set<String> fleets, String sha256) {
    AttestationSql naming = AttestationSql.naming(fleets, sha256);
    return read(handle ->
            handle
                .createQuery(naming.sql())
                .bindMap(naming.parameters())
                .mapTo(Integer.class)
                .findOne())
        .isPresent();
  }

  /**
   * A page of attestations.
   *
   * @param logSize only attestations below this position are listed
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<AttestationQuery.Listing> attestations(AttestationQuery query, long logSize) {
    AttestationSql list = AttestationSql.of(query, logSize);
    List<AttestationQuery.Listing> items =
        read(handle ->
            handle
                .createQuery(list.sql())
                .bindMap(list.parameters())
                .map((row, _) -> Rows.listing(row))
                .list());
    return page(items, query.limit(), last -> Cursor.ofAttestation(last.logIndex()));
  }

  /**
   * A page of work items, those first seen last first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<WorkItemRow> workItems(WorkItemQuery query) {
    List<String> conditions = new ArrayList<>(List.of("1 = 1"));
    Map<String, Object> parameters = new LinkedHashMap<>();
    equal(conditions, parameters, "status", query.status());
    equal(conditions, parameters, "agent", query.agent());
    equal(conditions, parameters, "fleet", query.fleet());
    AttestationSql.within(conditions, parameters, "fleet", query.within());
    if (query.since() != null) {
      conditions.add("last_micros >= :since");
      parameters.put("since", Rows.micros(query.since()));
    }
    if (query.cursor() != null) {
      Cursor.TimeKey after = Cursor.workItem(query.cursor());
      conditions.add("(first_micros, id) < (:afterMicros, :afterId)");
      parameters.put("afterMicros", after.micros());
      parameters.put("afterId", after.id());
    }
    parameters.put("limit", query.limit() + 1);
    String sql =
        "select * from work_item where "
            + String.join(" and ", conditions)
            + " order by first_micros desc, id desc limit :limit";
    List<WorkItemRow> items =
        read(handle ->
            handle.createQuery(sql).bindMap(parameters).map((row, _) -> Rows.workItem(row)).list());
    return page(
        items, query.limit(), last -> Cursor.ofWorkItem(Rows.micros(last.firstTime()), last.id()));
  }

  /** The work item {@code id}. */
  public Optional<WorkItemRow> workItem(String id) {
    return read(handle ->
        handle
            .createQuery("select * from work_item where id = :id")
            .bind("id", id)
            .map((row, _) -> Rows.workItem(row))
            .findOne());
  }

  /**
   * A page of open questions, those that are due first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<ApprovalQuery.Listing> approvals(ApprovalQuery query) {
    List<String> conditions = new ArrayList<>(List.of("w.approval_id is not null"));
    Map<String, Object> parameters = new LinkedHashMap<>();
    equal(conditions, parameters, "id", query.workItem());
    AttestationSql.within(conditions, parameters, "w.fleet", query.within());
    if (query.cursor() != null) {
      Cursor.TimeKey after = Cursor.approval(query.cursor());
      conditions.add("(w.approval_micros, w.id) > (:afterMicros, :afterId)");
      parameters.put("afterMicros", after.micros());
      parameters.put("afterId", after.id());
    }
    parameters.put("limit", query.limit() + 1);
    String sql =
        "select w.id, w.attempt, w.mood, w.approval_id, w.approval_micros, w.approval,"
            + " (select d.id from decision d where d.approval_id = w.approval_id"
            + " order by d.seq limit 1) as decision from work_item w where "
            + String.join(" and ", conditions)
            + " order by w.approval_micros, w.id limit :limit";
    List<ApprovalQuery.Listing> items =
        read(handle ->
            handle
                .createQuery(sql)
                .bindMap(parameters)
                .map((row, _) -> Rows.approvalListing(row))
                .list());
    return page(
        items,
        query.limit(),
        last -> Cursor.ofApproval(Rows.micros(last.approval().deadline()), last.workItem()));
  }

  /** The decision that asked the question {@code approval}. */
  public Optional<DecisionRow> asked(String approval) {
    return read(handle ->
        handle
            .createQuery("select * from decision where approval_id = :id order by seq limit 1")
            .bind("id", approval)
            .map((row, _) -> Rows.decision(row))
            .findOne());
  }

  /** The decisions about {@code workItem} as they were recorded, oldest first. */
  public List<DecisionRow> decisions(String workItem) {
    return read(handle ->
        handle
            .createQuery(
                "select * from decision where work_item = :workItem order by seq limit :limit")
            .bind("workItem", workItem)
            .bind("limit", IndexLimits.DECISIONS_MAX)
            .map((row, _) -> Rows.decision(row))
            .list());
  }

  /** The decision {@code id}. */
  public Optional<DecisionRow> decision(String id) {
    return read(handle ->
        handle
            .createQuery("select * from decision where id = :id")
            .bind("id", id)
            .map((row, _) -> Rows.decision(row))
            .findOne());
  }

  private static void equal(
      List<String> conditions,
      Map<String, Object> parameters,
      String name,
      @Nullable String value) {
    if (value != null) {
      conditions.add(name + " = :" + name);
      parameters.put(name, value);
    }
  }

  private static <T> Page<T> page(List<T> items, int limit, Function<T, String> cursor) {
    return items.size() <= limit
        ? new Page<>(items, null)
        : new Page<>(items.subList(0, limit), cursor.apply(items.get(limit - 1)));
  }

  private <T> T read(Function<Handle, T> question) {
    try (Handle handle = reader.open()) {
      return question.apply(handle);
    } catch (JdbiException e) {
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
    READ_TOPICS_AGAIN
  }
}
