package dev.assay.store.index;

import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.fault.StoreUnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** The attestations in the order of the log. Safe for many threads; never waits for writers. */
public final class LogRows implements RowSource {

  private final Jdbi reader;
  private final Names names;

  LogRows(Jdbi reader, Names names) {
    this.reader = reader;
    this.names = names;
  }

  @Override
  public long size() {
    return number("select coalesce(max(log_index) + 1, 0) from attestation");
  }

  /** How many rows there are; as many as {@link #size} unless some are missing. Reads an index. */
  public long count() {
    return number("select count(*) from attestation");
  }

  private long number(String sql) {
    return read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  /** Where the log must end by these rows. */
  public End end() {
    return read(handle ->
        handle
            .createQuery("select log_index, id from attestation order by log_index desc limit 1")
            .map((row, _) ->
                new End(row.getLong("log_index") + 1, DigestBytes.text(row.getBytes("id"))))
            .findOne()
            .orElse(End.EMPTY));
  }

  /** The ids by position from {@code from} on, below {@code to}; gaps are left out. */
  public SortedMap<Long, String> ids(long from, long to) {
    SortedMap<Long, String> ids = new TreeMap<>();
    read(handle ->
        handle
            .createQuery(
                "select log_index, id from attestation"
                    + " where log_index >= :from and log_index < :to order by log_index")
            .bind("from", from)
            .bind("to", to)
            .map(
                (row, _) -> ids.put(row.getLong("log_index"), DigestBytes.text(row.getBytes("id"))))
            .list());
    return ids;
  }

  @Override
  public List<LoggedRow> withoutGaps(long from, int limit) {
    List<LoggedRow> rows = new ArrayList<>();
    long next = from;
    for (LoggedRow row : page(from, limit)) {
      if (row.index() != next) {
        break;
      }
      rows.add(row);
      next++;
    }
    return rows;
  }

  /** The rows from position {@code from} on in order, at most {@code limit}, gaps left out. */
  public List<LoggedRow> page(long from, int limit) {
    return read(handle ->
        handle
            .createQuery(
                "select log_index, id, work_item, attempt, agent, fleet, time_micros, envelope"
                    + " from attestation where log_index >= :from order by log_index limit :limit")
            .bind("from", from)
            .bind("limit", limit)
            .map((row, _) -> logged(row))
            .list());
  }

  private LoggedRow logged(ResultSet row) throws SQLException {
    return new LoggedRow(
        row.getLong("log_index"),
        DigestBytes.text(row.getBytes("id")),
        new LoggedRow.UnsignedFields(
            row.getString("work_item"),
            row.getInt("attempt"),
            row.getString("agent"),
            names.text(row, "fleet"),
            Rows.instant(row.getLong("time_micros")).toString()),
        envelope(row.getBytes("envelope")));
  }

  private static @Nullable Envelope envelope(byte[] kept) {
    try {
      return DocumentCodec.envelope(kept);
    } catch (RejectedInputException _) {
      return null;
    }
  }

  private <T> T read(Function<Handle, T> question) {
    try (Handle handle = reader.open()) {
      return question.apply(handle);
    } catch (JdbiException e) {
      throw StoreUnavailableException.orDamage("reading from the database", e);
    }
  }

  /**
   * Where the log ends: what the newest row must be.
   *
   * @param size number of entries
   * @param newest id of the last of them, or null when there is none
   */
  public record End(long size, @Nullable String newest) {

    /** The end of a log without entries. */
    public static final End EMPTY = new End(0, null);

    @Override
    public String toString() {
      return newest == null ? size + " entries" : size + " entries, the last of them " + newest;
    }
  }
}
