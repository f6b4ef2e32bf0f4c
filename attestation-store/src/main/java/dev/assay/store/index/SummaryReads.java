package dev.assay.store.index;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.index.IndexReads.Kept;
import dev.assay.store.index.IndexReads.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Gatherers;
import org.jdbi.v3.core.Handle;

/** Reads of what many attestations say together. */
public final class SummaryReads {

  private final IndexReads reads;
  private final Names names;

  SummaryReads(IndexReads reads, Names names) {
    this.reads = reads;
    this.names = names;
  }

  /**
   * A page of promotions, the last logged first.
   *
   * @param logSize only attestations below this position are listed
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<PromotionFacts> promotions(PromotionQuery query, long logSize) {
    List<String> conditions = List.of("p.log_index < :before");
    Map<String, Object> parameters = new HashMap<>();
    String cursor = query.cursor();
    parameters.put(
        "before", cursor == null ? logSize : Math.min(logSize, Cursor.promotion(cursor)));
    parameters.put("limit", query.limit() + 1);
    Set<String> within = query.within();
    List<PromotionFacts> items =
        reads.read(handle -> {
          String sql =
              FleetLists.sql(
                  "select p.log_index, p.known, p.basis, p.partial, p.verifiers"
                      + " from attestation_promotion p",
                  conditions,
                  parameters,
                  "p.fleet",
                  within == null ? null : reads.codes(handle, within),
                  " order by log_index desc limit :limit");
          return handle.createQuery(sql).bindMap(parameters).map((row, _) -> facts(row)).list();
        });
    return IndexReads.page(items, query.limit(), last -> Cursor.ofPromotion(last.logIndex()));
  }

  private PromotionFacts facts(ResultSet row) throws SQLException {
    String verifiers = row.getString("verifiers");
    return new PromotionFacts(
        row.getLong("log_index"),
        row.getBoolean("known"),
        EvidenceBasis.named(names.text(row, "basis")).orElse(null),
        row.getBoolean("partial"),
        verifiers.isEmpty() ? List.of() : List.of(verifiers.split("\n")));
  }

  /** The attestations at {@code positions}, the last logged first. */
  public List<Kept> kept(Collection<Long> positions) {
    return inBatches(positions, this::kept);
  }

  private List<Kept> kept(Handle handle, List<Long> positions) {
    return handle
        .createQuery(
            AttestationSql.COLUMNS
                + ", a.envelope from attestation a where a.log_index in (<positions>)"
                + " order by a.log_index desc")
        .bindList("positions", AttestationSql.padded(positions))
        .map((row, _) -> reads.kept(row))
        .list();
  }

  /** The list lines of those of {@code ids} that are kept, in no order. */
  public List<AttestationQuery.Listing> attestations(Collection<String> ids) {
    return inBatches(ids, (handle, some) -> Rows.listings(handle, some, names));
  }

  /** The codes of the hypertheses, by position, of the attestations at {@code positions}. */
  public Map<Long, List<String>> hypertheses(Collection<Long> positions) {
    return inBatches(positions, Rows::hypertheses).stream()
        .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toList())));
  }

  /** What {@code query} finds for {@code keys}, of which it takes a batch at most. */
  private <K, R> List<R> inBatches(Collection<K> keys, BiFunction<Handle, List<K>, List<R>> query) {
    List<R> found = new ArrayList<>();
    keys.stream()
        .gather(Gatherers.windowFixed(IndexLimits.BATCH_ROWS_MAX))
        .forEach(some -> found.addAll(reads.read(handle -> query.apply(handle, some))));
    return found;
  }

  /**
   * Failures by signature.
   *
   * @param logSize only attestations below this position count
   */
  public FailureClusters failures(FailureQuery query, long logSize) {
    AttestationSql sql = FailureClusters.sql(query, logSize);
    return reads.read(handle ->
        handle.inTransaction(
            _ -> // without one, PostgreSQL's driver fetches all rows at once
            handle
                    .createQuery(sql.sql())
                    .setFetchSize(IndexLimits.FAILURE_ROWS_FETCHED)
                    .bindMap(sql.parameters())
                    .map((row, _) -> FailureClusters.Row.of(row))
                    .withIterator(rows -> FailureClusters.of(rows, query))));
  }
}
