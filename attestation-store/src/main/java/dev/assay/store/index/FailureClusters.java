package dev.assay.store.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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
   * @param newest position of the newest of the attestations
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
      long newest,
      List<Integer> counts) {

    /** Copies the lists. */
    public Cluster {
      verifiers = List.copyOf(verifiers);
      counts = List.copyOf(counts);
    }
  }

  /** An attestation with its failures, at least one. */
  record Row(
      List<String> signatures,
      long logIndex,
      String workItem,
      @Nullable String fleet,
      @Nullable String agent,
      @Nullable String verifier,
      long micros) {

    static Row of(ResultSet row) throws SQLException {
      return new Row(
          List.of(row.getString(1).split("\n")),
          row.getLong(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getString(6),
          row.getLong(7));
    }
  }

  /**
   * The statement that finds the rows of {@code query}, the newest first, one more than may count.
   */
  static AttestationSql sql(FailureQuery query, long logSize) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("since", Rows.micros(query.since()));
    parameters.put("until", Rows.micros(query.until()));
    parameters.put("logSize", logSize);
    parameters.put("limit", IndexLimits.FAILURES_COUNTED_MAX + 1);
    return new AttestationSql(
        FleetLists.sql(
            "select signatures, log_index, work_item, fleet, agent, verifier, time_micros"
                + " from failed_attestation",
            List.of("time_micros >= :since and time_micros < :until", "log_index < :logSize"),
            parameters,
            "fleet",
            query.within(),
            " order by time_micros desc, log_index desc limit :limit"),
        parameters);
  }

  /**
   * What {@code rows} come to, which are in the order of {@link #sql}; no more of them are asked
   * for than count.
   */
  static FailureClusters of(Iterator<Row> rows, FailureQuery query) {
    Buckets buckets = Buckets.of(query);
    Map<String, Count> counts = new HashMap<>();
    int counted = 0;
    boolean whole = true;
    Instant oldest = null;
    while (whole && rows.hasNext()) {
      Row row = rows.next();
      counted += row.signatures().size();
      whole = counted <= IndexLimits.FAILURES_COUNTED_MAX;
      if (whole) {
        oldest = Rows.instant(row.micros());
        for (String signature : row.signatures()) {
          counts.computeIfAbsent(signature, _ -> new Count(signature, row, buckets)).add(row);
        }
      }
    }
    return new FailureClusters(
        counts.values().stream().map(Count::cluster).sorted(ORDER).toList(), whole, oldest);
  }

  /** The buckets of a query in microseconds, as rows have their times. */
  private record Buckets(long firstMicros, long micros, int count) {

    static Buckets of(FailureQuery query) {
      return new Buckets(
          Rows.micros(query.firstBucket()), query.bucket().toNanos() / 1_000, query.buckets());
    }

    int of(long time) {
      return (int) ((time - firstMicros) / micros);
    }
  }

  /** A cluster as it is counted, from its newest row to its oldest. */
  private static final class Count {

    private final String signature;
    private final Row newest;
    private final Buckets buckets;
    private final int[] counts;
    private final Set<String> workItems = new HashSet<>();
    private final Set<Agent> agents = new HashSet<>();
    private final TreeSet<String> verifiers = new TreeSet<>();
    private long first;
    private int count;

    private record Agent(@Nullable String fleet, String id) {}

    Count(String signature, Row newest, Buckets buckets) {
      this.signature = signature;
      this.newest = newest;
      this.buckets = buckets;
      this.first = newest.micros();
      this.counts = new int[buckets.count()];
    }

    void add(Row row) {
      count++;
      first = row.micros();
      workItems.add(row.workItem());
      if (row.agent() != null) {
        agents.add(new Agent(row.fleet(), row.agent()));
      }
      if (row.verifier() != null) {
        verifiers.add(row.verifier());
      }
      counts[buckets.of(row.micros())]++;
    }

    Cluster cluster() {
      return new Cluster(
          signature,
          count,
          workItems.size(),
          agents.size(),
          verifiers.stream().limit(IndexLimits.FAILURE_VERIFIERS_MAX).toList(),
          Rows.instant(first),
          Rows.instant(newest.micros()),
          newest.logIndex(),
          Arrays.stream(counts).boxed().toList());
    }
  }
}
