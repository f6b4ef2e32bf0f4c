package dev.assay.store.index;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/** The rows that failures and promotions are counted and filtered by, and times found. */
final class SummaryRows {

  /** Where those of single attestations are, each with a column {@code log_index}. */
  static final List<String> TABLES = List.of("failed_attestation", "attestation_promotion");

  private static final String FAILURE =
      """
      insert into failed_attestation (time_micros, log_index, signatures, fleet, agent, work_item,
          verifier)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String PROMOTION =
      """
      insert into attestation_promotion (log_index, fleet, known, basis, partial, verifiers)
      values (?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String SPAN =
      """
      insert into attestation_span (span, min_micros, max_micros) values (?, ?, ?)
      on conflict (span) do update set
        min_micros = case when excluded.min_micros < attestation_span.min_micros
          then excluded.min_micros else attestation_span.min_micros end,
        max_micros = case when excluded.max_micros > attestation_span.max_micros
          then excluded.max_micros else attestation_span.max_micros end
      """;

  private static final String CITED =
      "select a.id, a.verifier, a.basis, exists (select 1 from attestation_hyperthesis h"
          + " where h.log_index = a.log_index and h.why in ("
          + PromotionFacts.UNSEEN.stream()
              .sorted()
              .map(why -> "'" + why + "'")
              .collect(Collectors.joining(", "))
          + ")) from attestation a where a.id in (";

  private final FacetRows.Statements statements;
  private final Names names;

  private SummaryRows(FacetRows.Statements statements, Names names) {
    this.statements = statements;
    this.names = names;
  }

  /**
   * Inserts those of the attestations {@code made} at their positions that are not there. Their
   * other rows are written.
   */
  static void insert(
      FacetRows.Statements statements, Names names, SortedMap<Long, StoredAttestation> made)
      throws SQLException {
    SummaryRows rows = new SummaryRows(statements, names);
    rows.spans(made);
    rows.failures(made);
    rows.promotions(made);
  }

  private void spans(SortedMap<Long, StoredAttestation> made) throws SQLException {
    SortedMap<Long, long[]> spans = new TreeMap<>();
    made.forEach((position, each) -> {
      long micros = Rows.micros(each.time());
      spans.merge(
          position / IndexLimits.SPAN_POSITIONS,
          new long[] {micros, micros},
          (a, b) -> new long[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
    });
    PreparedStatement rows = statements.of(SPAN);
    for (Map.Entry<Long, long[]> span : spans.entrySet()) {
      rows.setLong(1, span.getKey());
      rows.setLong(2, span.getValue()[0]);
      rows.setLong(3, span.getValue()[1]);
      rows.addBatch();
    }
    run(rows, !spans.isEmpty());
  }

  private void failures(SortedMap<Long, StoredAttestation> made) throws SQLException {
    PreparedStatement rows = statements.of(FAILURE);
    boolean any = false;
    for (Map.Entry<Long, StoredAttestation> each : made.entrySet()) {
      StoredAttestation failed = each.getValue();
      if (!failed.result().equals("FAIL") || failed.failureSignatures().isEmpty()) {
        continue;
      }
      rows.setLong(1, Rows.micros(failed.time()));
      rows.setLong(2, each.getKey());
      rows.setString(3, String.join("\n", failed.failureSignatures()));
      rows.setString(4, failed.fleet());
      rows.setString(5, failed.agent());
      rows.setString(6, failed.workItem());
      rows.setString(7, failed.verifier());
      rows.addBatch();
      any = true;
    }
    run(rows, any);
  }

  private void promotions(SortedMap<Long, StoredAttestation> made) throws SQLException {
    Map<Long, List<String>> cited = new HashMap<>();
    Map<String, PromotionFacts.Cited> kept = new HashMap<>();
    made.forEach((position, each) -> {
      kept.put(each.id(), PromotionFacts.Cited.of(each));
      if (PromotionFacts.promotes(each)) {
        cited.put(position, PromotionFacts.cited(each.envelope().payload()));
      }
    });
    Set<String> before = new LinkedHashSet<>();
    cited.values().forEach(before::addAll);
    before.removeAll(kept.keySet());
    for (List<String> some :
        before.stream().gather(Gatherers.windowFixed(IndexLimits.BATCH_ROWS_MAX)).toList()) {
      lookUp(some, kept);
    }
    PreparedStatement rows = statements.of(PROMOTION);
    for (Map.Entry<Long, StoredAttestation> each : made.entrySet()) {
      List<String> inputs = cited.get(each.getKey());
      if (inputs == null) {
        continue;
      }
      StoredAttestation promotion = each.getValue();
      PromotionFacts facts = PromotionFacts.of(each.getKey(), promotion, inputs, kept);
      rows.setLong(1, facts.logIndex());
      names.set(rows, 2, promotion.fleet());
      rows.setInt(3, facts.known() ? 1 : 0);
      names.set(rows, 4, facts.basis() == null ? null : facts.basis().name());
      rows.setInt(5, facts.partial() ? 1 : 0);
      rows.setString(6, String.join("\n", facts.verifiers()));
      rows.addBatch();
    }
    run(rows, !cited.isEmpty());
  }

  private void lookUp(List<String> ids, Map<String, PromotionFacts.Cited> kept)
      throws SQLException {
    List<String> padded = AttestationSql.padded(ids);
    PreparedStatement lookup = statements.of(CITED + "?" + ", ?".repeat(padded.size() - 1) + ")");
    for (int i = 0; i < padded.size(); i++) {
      lookup.setBytes(i + 1, DigestBytes.of(padded.get(i)));
    }
    try (ResultSet rows = lookup.executeQuery()) {
      while (rows.next()) {
        kept.put(
            DigestBytes.text(rows.getBytes(1)),
            new PromotionFacts.Cited(
                names.text(rows, "verifier"), names.text(rows, "basis"), rows.getBoolean(4)));
      }
    }
  }

  private static void run(PreparedStatement rows, boolean any) throws SQLException {
    if (any) {
      rows.executeBatch();
    }
  }
}
