package dev.assay.store.index;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.assay.store.fault.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** Reads of the index by id and in pages. Safe for many threads; they never wait for writers. */
public final class IndexReads {

  private final Jdbi reader;
  private final String bytewiseId;
  private final Names names;

  /**
   * Reads of a database.
   *
   * @param bytewiseId how it writes a column {@code id} that is compared by bytes
   * @param names those of the database
   */
  IndexReads(Jdbi reader, String bytewiseId, Names names) {
    this.reader = reader;
    this.bytewiseId = bytewiseId;
    this.names = names;
  }

  /** The envelope document of attestation {@code id}. */
  public Optional<byte[]> envelope(String id) {
    return read(handle ->
        handle
            .createQuery("select envelope from attestation where id = :id")
            .bind("id", DigestBytes.of(id))
            .mapTo(byte[].class)
            .findOne()
            .map(DocumentCodec::envelopeJson));
  }

  /** The log position of attestation {@code id}. */
  public Optional<Long> position(String id) {
    return read(handle ->
        handle
            .createQuery("select log_index from attestation where id = :id")
            .bind("id", DigestBytes.of(id))
            .mapTo(Long.class)
            .findOne());
  }

  /** The list line of attestation {@code id}. */
  public Optional<AttestationQuery.Listing> attestation(String id) {
    return read(handle ->
        handle
            .createQuery("select * from attestation where id = :id")
            .bind("id", DigestBytes.of(id))
            .map((row, _) -> Rows.listing(row, names))
            .findOne());
  }

  /**
   * The attestations of the positions from {@code from} on, below {@code to}; gaps are left out.
   */
  public List<Kept> between(long from, long to) {
    return read(handle ->
        handle
            .createQuery(
                AttestationSql.COLUMNS
                    + ", a.envelope from attestation a where a.log_index >= :from"
                    + " and a.log_index < :to order by a.log_index")
            .bind("from", from)
            .bind("to", to)
            .map((row, _) -> kept(row))
            .list());
  }

  /** Whether one of the newest attestations about {@code sha256} is of one of {@code fleets}. */
  public boolean names(Set<String> fleets, String sha256) {
    return read(handle -> {
      AttestationSql naming = AttestationSql.naming(codes(handle, fleets), sha256);
      return handle
          .createQuery(naming.sql())
          .bindMap(naming.parameters())
          .mapTo(Integer.class)
          .findOne()
          .isPresent();
    });
  }

  /** When the artifact {@code sha256} was used last, by the work of {@code fleets}. */
  public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
    return read(handle -> {
      Set<Integer> codes = fleets == null ? null : codes(handle, fleets);
      AttestationSql using = AttestationSql.using(codes, sha256);
      return handle
          .createQuery(using.sql())
          .bindMap(using.parameters())
          .mapTo(Long.class)
          .findOne()
          .map(Rows::instant);
    });
  }

  /**
   * A page of attestations.
   *
   * @param logSize only attestations below this position are listed
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<AttestationQuery.Listing> attestations(AttestationQuery query, long logSize) {
    List<AttestationQuery.Listing> items =
        read(handle -> {
          AttestationSql list =
              AttestationSql.of(
                  query, positions(handle, query, logSize), name -> names.code(handle, name));
          return handle
              .createQuery(list.sql())
              .bindMap(list.parameters())
              .map((row, _) -> Rows.listing(row, names))
              .list();
        });
    return page(items, query.limit(), last -> Cursor.ofAttestation(last.logIndex()));
  }

  /**
   * Between which positions the attestations of these times are: positions nearly follow times, and
   * a page must not look at all rows before or after its own.
   */
  private static Positions positions(Handle handle, AttestationQuery query, long logSize) {
    Positions all = Positions.of(query, logSize);
    if (query.since() == null && query.until() == null) {
      return all;
    }
    String sql = "select min(span) as first_span, max(span) as last_span from attestation_span";
    return handle
        .createQuery(sql + " where max_micros >= :since and min_micros < :until")
        .bind("since", query.since() == null ? Long.MIN_VALUE : Rows.micros(query.since()))
        .bind("until", query.until() == null ? Long.MAX_VALUE : Rows.micros(query.until()))
        .map((row, _) ->
            row.getObject("first_span") == null
                ? Positions.NONE
                : all.within(row.getLong("first_span"), row.getLong("last_span")))
        .one();
  }

  /**
   * A page of work items, those first seen last first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<WorkItemRow> workItems(WorkItemQuery query) {
    List<WorkItemRow> items =
        read(handle -> {
          WorkItemSql list = WorkItemSql.of(query, bytewiseId, isRare(handle, query.prefix()));
          return handle
              .createQuery(list.sql())
              .bindMap(list.parameters())
              .map((row, _) -> Rows.workItem(row))
              .list();
        });
    return page(
        items, query.limit(), last -> Cursor.ofWorkItem(Rows.micros(last.firstTime()), last.id()));
  }

  /** Whether few work items begin with {@code prefix}. */
  private boolean isRare(Handle handle, @Nullable String prefix) {
    if (prefix == null) {
      return false;
    }
    WorkItemSql counting = WorkItemSql.counting(prefix, bytewiseId);
    return handle
            .createQuery(counting.sql())
            .bindMap(counting.parameters())
            .mapTo(Integer.class)
            .one()
        <= IndexLimits.BEGINNING_ITEMS_MAX;
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
    WorkItemSql.equal(conditions, parameters, "w.id", "id", query.workItem());
    if (query.within() != null) {
      conditions.add(FleetLists.within(parameters, "w.fleet", query.within()));
    }
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

  /** Reads of decisions. */
  public DecisionReads decisions() {
    return new DecisionReads(this);
  }

  /** Reads of what many attestations say together. */
  public SummaryReads summaries() {
    return new SummaryReads(this, names);
  }

  /** The numbers of the names of {@code fleets}. */
  Set<Integer> codes(Handle handle, Set<String> fleets) {
    return fleets.stream().map(fleet -> names.code(handle, fleet)).collect(toUnmodifiableSet());
  }

  static <T> Page<T> page(List<T> items, int limit, Function<T, String> cursor) {
    return items.size() <= limit
        ? new Page<>(items, null)
        : new Page<>(items.subList(0, limit), cursor.apply(items.get(limit - 1)));
  }

  /** The answer to {@code question}. */
  <T> T read(Function<Handle, T> question) {
    try (Handle handle = reader.open()) {
      return question.apply(handle);
    } catch (JdbiException e) {
      throw StoreUnavailableException.orDamage("reading from the database", e);
    }
  }

  Kept kept(ResultSet row) throws SQLException {
    byte[] envelope = row.getBytes("envelope");
    return new Kept(
        Rows.listing(row, names),
        envelope == null
            ? ""
            : new String(DocumentCodec.envelopeJson(envelope), StandardCharsets.UTF_8));
  }

  /**
   * An attestation as the index has it.
   *
   * @param listing its list line
   * @param envelope what should be its envelope document
   */
  public record Kept(AttestationQuery.Listing listing, String envelope) {}

  /**
   * A page of results.
   *
   * @param items the results
   * @param next cursor of the next page, or null on the last page
   * @param <T> what is listed
   */
  public record Page<T>(List<T> items, @Nullable String next) {

    /** Copies the list. */
    public Page {
      items = List.copyOf(items);
    }
  }
}
