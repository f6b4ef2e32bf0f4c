package dev.assay.store.index;

import com.zaxxer.hikari.HikariDataSource;
import dev.assay.store.fault.StoreCorruptException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Write transactions on one connection, in plain JDBC batches, their statements prepared once. What
 * fails leaves it fit for nothing but {@link #close}. For one thread.
 */
final class IndexWriter implements AutoCloseable {

  private static final String ATTESTATION =
      """
      insert into attestation (log_index, id, kind, predicate_type, work_item, attempt, verifier,
          result, basis, agent, fleet, commit_hash, artifact, report, time_micros, envelope)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String LAST =
      "select log_index, id from attestation order by log_index desc limit 1";

  private static final String DECISION =
      """
      insert into decision (id, work_item, attempt, kind, time_micros, json, approval_id)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String WORK_ITEM =
      """
      insert into work_item (id, status, mood, attempt, agent, fleet, first_micros, last_micros,
          control_state, parent, children, cost, approval_id, approval_micros, approval)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (id) do update set
        status = excluded.status, mood = excluded.mood, attempt = excluded.attempt,
        agent = coalesce(excluded.agent, work_item.agent),
        fleet = coalesce(excluded.fleet, work_item.fleet),
        first_micros = case when excluded.first_micros < work_item.first_micros
          then excluded.first_micros else work_item.first_micros end,
        last_micros = excluded.last_micros, control_state = excluded.control_state,
        parent = coalesce(excluded.parent, work_item.parent), children = excluded.children,
        cost = excluded.cost, approval_id = excluded.approval_id,
        approval_micros = excluded.approval_micros, approval = excluded.approval
      where excluded.last_micros >= work_item.last_micros
      """;

  private final HikariDataSource pool;
  private final Connection connection;
  private final Names names;
  private final Jdbi reader;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /** A writer on a connection of {@code pool}, of the database that has {@code names}. */
  IndexWriter(HikariDataSource pool, Names names) throws SQLException {
    this.pool = pool;
    this.names = names;
    this.connection = pool.getConnection();
    this.reader = Jdbi.create(connection);
  }

  /** The list lines of those of {@code ids} that are kept, in no order. */
  List<AttestationQuery.Listing> listings(Collection<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    try (Handle handle = reader.open()) {
      return Rows.listings(handle, ids, names);
    }
  }

  /**
   * Writes {@code batch} in one transaction.
   *
   * @return the attestations that were not kept yet, which are so now from {@code end} on
   * @throws StoreCorruptException when the rows do not end there; nothing is written then
   */
  List<StoredAttestation> write(Batch batch, LogRows.End end) throws SQLException {
    names.require(connection, batch.attestations());
    connection.setAutoCommit(false);
    requireEnd(end);
    List<StoredAttestation> fresh = unknown(batch.attestations());
    SortedMap<Long, StoredAttestation> made = new TreeMap<>();
    fresh.forEach(attestation -> made.put(end.size() + made.size(), attestation));
    attestations(made);
    decisions(batch.decisions());
    workItems(batch.workItems());
    connection.setAutoCommit(true); // commits; SQLite's driver would begin anew after commit()
    return fresh;
  }

  private void requireEnd(LogRows.End end) throws SQLException {
    LogRows.End found = LogRows.End.EMPTY;
    try (ResultSet last = statement(LAST).executeQuery()) {
      if (last.next()) {
        found = new LogRows.End(last.getLong(1) + 1, DigestBytes.text(last.getBytes(2)));
      }
    }
    if (!found.equals(end)) {
      throw new StoreCorruptException(
          "rows for " + end, "rows for " + found, StoreCorruptException.REPAIR_ROWS);
    }
  }

  /**
   * Takes the rows at the positions {@code gone} away and puts {@code made} at theirs, in one
   * transaction.
   *
   * @return how many rows were made
   */
  int repair(Collection<Long> gone, SortedMap<Long, StoredAttestation> made) throws SQLException {
    names.require(connection, made.values());
    connection.setAutoCommit(false);
    delete("attestation", gone);
    for (String table : FacetRows.TABLES) {
      delete(table, gone);
    }
    for (String table : SummaryRows.TABLES) {
      delete(table, gone);
    }
    attestations(made);
    connection.setAutoCommit(true);
    return made.size();
  }

  private void delete(String table, Collection<Long> gone) throws SQLException {
    PreparedStatement delete = statement("delete from " + table + " where log_index = ?");
    for (long index : gone) {
      delete.setLong(1, index);
      delete.addBatch();
    }
    run(delete, !gone.isEmpty());
  }

  /**
   * Has the attestations {@code kept} at their positions found by all that they say, in one
   * transaction.
   *
   * @return how many they are
   */
  int refer(SortedMap<Long, StoredAttestation> kept) throws SQLException {
    names.require(connection, kept.values());
    connection.setAutoCommit(false);
    FacetRows.insert(this::statement, names, kept);
    SummaryRows.insert(this::statement, names, kept);
    connection.setAutoCommit(true);
    return kept.size();
  }

  /** Runs a statement with one parameter in a transaction of its own. */
  int execute(String sql, String value) throws SQLException {
    PreparedStatement one = statement(sql);
    one.setString(1, value);
    return one.executeUpdate();
  }

  /** Ends the connection itself, and with it a transaction that did not end. */
  @Override
  public void close() {
    pool.evictConnection(connection);
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement known = prepared.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql);
      prepared.put(sql, known);
    }
    return known;
  }

  /** Those of {@code batch} that are not kept yet, each id once, in order. */
  private List<StoredAttestation> unknown(List<StoredAttestation> batch) throws SQLException {
    Set<String> seen = known(batch.stream().map(StoredAttestation::id).toList());
    List<StoredAttestation> fresh = new ArrayList<>();
    for (StoredAttestation attestation : batch) {
      if (seen.add(attestation.id())) {
        fresh.add(attestation);
      }
    }
    return fresh;
  }

  /** Those of {@code ids} that are kept, as a set to add to. */
  Set<String> known(Collection<String> ids) throws SQLException {
    Set<String> known = new HashSet<>();
    if (ids.isEmpty()) {
      return known;
    }
    List<String> padded = AttestationSql.padded(ids);
    PreparedStatement statement =
        statement(
            "select id from attestation where id in (?" + ", ?".repeat(padded.size() - 1) + ")");
    for (int i = 0; i < padded.size(); i++) {
      statement.setBytes(i + 1, DigestBytes.of(padded.get(i)));
    }
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        known.add(DigestBytes.text(rows.getBytes(1)));
      }
    }
    return known;
  }

  private void attestations(SortedMap<Long, StoredAttestation> made) throws SQLException {
    PreparedStatement rows = statement(ATTESTATION);
    for (Map.Entry<Long, StoredAttestation> each : made.entrySet()) {
      attestation(rows, each.getValue(), each.getKey());
    }
    run(rows, !made.isEmpty());
    FacetRows.insert(this::statement, names, made);
    SummaryRows.insert(this::statement, names, made);
  }

  private void attestation(PreparedStatement row, StoredAttestation a, long index)
      throws SQLException {
    row.setLong(1, index);
    row.setBytes(2, DigestBytes.of(a.id()));
    row.setString(3, a.kind().text());
    row.setString(4, a.kind().unlessUsual(a.predicateType()));
    row.setString(5, a.workItem());
    row.setInt(6, a.attempt());
    names.set(row, 7, a.verifier());
    names.set(row, 8, a.result());
    names.set(row, 9, a.basis());
    row.setString(10, a.agent());
    names.set(row, 11, a.fleet());
    row.setString(12, a.commit());
    row.setBytes(
        13, a.artifacts().isEmpty() ? null : DigestBytes.of(a.artifacts().getFirst().sha256()));
    row.setBytes(14, DigestBytes.ofNullable(a.report()));
    row.setLong(15, Rows.micros(a.time()));
    row.setBytes(16, DocumentCodec.pack(a.envelope()));
    row.addBatch();
  }

  private void decisions(List<DecisionRow> decisions) throws SQLException {
    if (decisions.isEmpty()) {
      return;
    }
    PreparedStatement rows = statement(DECISION);
    for (DecisionRow decision : decisions) {
      rows.setBytes(1, DigestBytes.of(decision.id()));
      rows.setString(2, decision.workItem());
      rows.setInt(3, decision.attempt());
      rows.setString(4, decision.kind());
      rows.setLong(5, Rows.micros(decision.time()));
      rows.setBytes(6, DocumentCodec.pack(decision.json()));
      rows.setString(7, decision.approval());
      rows.addBatch();
    }
    run(rows, true);
  }

  private void workItems(List<WorkItemRow> items) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    PreparedStatement rows = statement(WORK_ITEM);
    for (WorkItemRow item : items) {
      rows.setString(1, item.id());
      rows.setString(2, item.status());
      rows.setString(3, item.mood());
      rows.setInt(4, item.attempt());
      rows.setString(5, item.agent());
      rows.setString(6, item.fleet());
      rows.setLong(7, Rows.micros(item.firstTime()));
      rows.setLong(8, Rows.micros(item.lastTime()));
      rows.setBytes(9, DocumentCodec.pack(item.controlState()));
      rows.setString(10, item.parent());
      rows.setString(11, item.children());
      rows.setString(12, item.cost());
      approval(rows, item.approval());
      rows.addBatch();
    }
    run(rows, true);
  }

  private static void approval(PreparedStatement row, WorkItemRow.@Nullable Approval approval)
      throws SQLException {
    row.setString(13, approval == null ? null : approval.id());
    if (approval == null) {
      row.setNull(14, Types.BIGINT);
    } else {
      row.setLong(14, Rows.micros(approval.deadline()));
    }
    row.setString(15, approval == null ? null : approval.json());
  }

  private static void run(PreparedStatement rows, boolean any) throws SQLException {
    if (any) {
      rows.executeBatch();
    }
  }
}
