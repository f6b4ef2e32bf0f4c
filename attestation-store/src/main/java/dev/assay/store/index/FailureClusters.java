package dev.assay.store.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Failures that were found again and again, by their signature.
 *
 * @param clusters those found most often first, then those found last
 * @param whole whether every failure of the window is counted; else only the newest are
 * @param oldest time of the oldest failure that is counted, or null when there is none
 */
public record FailureClusters(List<Cluster> clusters, boolean whole, @Nullable Instant oldest) {

  private static final Comparator<Cluster> ORDER =
      Comparator.comparingInt(Cluster::count)
          .thenComparing(Cluster::last)
          .reversed()
          .thenComparing(Cluster::signature);

  /** Copies the list. */
  public FailureClusters {
    clusters = List.copyOf(clusters);
  }

  /**
   * The attestations with one failure.
   *
   * @param signature id of the failure, or of a variant of one
   * @param count attestations
   * @param workItems work items that they are about
   * @param agents agents whose work failed so
   * @param verifiers who found it, sorted, the first {@link IndexLimits#FAILURE_VERIFIERS_MAX}
   * @param first when it was found first in the window
   * @param last when it was found last
   * @param newest id of the newest of the attestations
   * @param counts attestations by bucket of the query
   */
  public record Cluster(
      String signature,
      int count,
      int workItems,
      int agents,
      List<String> verifiers,
      Instant first,
      Instant last,
      String newest,
      List<Integer> counts) {

    /** Copies the lists. */
    public Cluster {
      verifiers = List.copyOf(verifiers);
      counts = List.copyOf(counts);
    }
  }

  /** An attestation with one of its failures. */
  record Row(
      String signature,
      String id,
      String workItem,
      @Nullable String fleet,
      @Nullable String agent,
      @Nullable String verifier,
      Instant time) {

    static Row of(ResultSet row) throws SQLException {
      return new Row(
          row.getString("signature"),
          row.getString("id"),
          row.getString("work_item"),
          row.getString("fleet"),
          row.getString("agent"),
          row.getString("verifier"),
          Rows.instant(row.getLong("time_micros")));
    }
  }

  /** The statement that finds the rows of {@code query}, the newest first, one more than count. */
  static AttestationSql sql(FailureQuery query, long logSize) {
    List<String> conditions = new ArrayList<>();
    Map<String, Object> parameters = new HashMap<>();
    conditions.add("a.result = 'FAIL'"); // as the index has it, which holds no others
    AttestationSql.within(conditions, parameters, "a.fleet", query.within());
    conditions.add("a.time_micros >= :since and a.time_micros < :until");
    conditions.add("a.log_index < :logSize");
    parameters.put("since", Rows.micros(query.since()));
    parameters.put("until", Rows.micros(query.until()));
    parameters.put("logSize", logSize);
    parameters.put("limit", IndexLimits.FAILURE_ROWS_MAX + 1);
    return new AttestationSql(
        "select s.signature, a.id, a.work_item, a.fleet, a.agent, a.verifier, a.time_micros"
            + " from attestation a join attestation_signature s on s.log_index = a.log_index where "
            + String.join(" and ", conditions)
            + " order by a.time_micros desc, a.log_index desc, s.signature limit :limit",
        parameters);
  }

  /** What {@code rows} come to, which are in the order of {@link #sql}. */
  static FailureClusters of(List<Row> rows, FailureQuery query) {
    boolean whole = rows.size() <= IndexLimits.FAILURE_ROWS_MAX;
    List<Row> counted = whole ? rows : rows.subList(0, IndexLimits.FAILURE_ROWS_MAX);
    Map<String, Count> counts = new HashMap<>();
    for (Row row : counted) {
      counts.computeIfAbsent(row.signature(), _ -> new Count(row, query)).add(row);
    }
    return new FailureClusters(
        counts.values().stream().map(Count::cluster).sorted(ORDER).toList(),
        whole,
        counted.isEmpty() ? null : counted.getLast().time());
  }

  /** A cluster as it is counted, from its newest row to its oldest. */
  private static final class Count {

    private final Row newest;
    private final FailureQuery query;
    private final List<Integer> counts;
    private final Set<String> workItems = new HashSet<>();
    private final Set<Agent> agents = new HashSet<>();
    private final TreeSet<String> verifiers = new TreeSet<>();
    private Instant first;
    private int count;

    private record Agent(@Nullable String fleet, String id) {}

    Count(Row newest, FailureQuery query) {
      this.newest = newest;
      this.query = query;
      this.first = newest.time();
      this.counts = new ArrayList<>(Collections.nCopies(query.buckets(), 0));
    }

    void add(Row row) {
      count++;
      first = row.time();
      workItems.add(row.workItem());
      if (row.agent() != null) {
        agents.add(new Agent(row.fleet(), row.agent()));
      }
      if (row.verifier() != null) {
        verifiers.add(row.verifier());
      }
      int bucket = query.bucketOf(row.time());
      counts.set(bucket, counts.get(bucket) + 1);
    }

    Cluster cluster() {
      return new Cluster(
          newest.signature(),
          count,
          workItems.size(),
          agents.size(),
          verifiers.stream().limit(IndexLimits.FAILURE_VERIFIERS_MAX).toList(),
          first,
          newest.time(),
          newest.id(),
          counts);
    }
  }
}
