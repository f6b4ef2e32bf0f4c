package dev.assay.store.index;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statement for one list of attestations. The table named first is the one that finds the
 * fewest rows already sorted by position, so that a page costs its own length and not the table's.
 *
 * @param sql text with named parameters
 * @param parameters their values
 */
record AttestationSql(String sql, Map<String, Object> parameters) {

  /** The columns of a list line, of a table {@code a}; the envelope is far larger than they. */
  static final String COLUMNS =
      "select a.log_index, a.id, a.kind, a.predicate_type, a.work_item, a.attempt, a.verifier,"
          + " a.result, a.basis, a.agent, a.fleet, a.commit_hash, a.artifact, a.report,"
          + " a.time_micros";

  /** Some ids, the last repeated up to a power of two, so that there are few statements. */
  static <T> List<T> padded(Collection<T> ids) {
    List<T> padded = new ArrayList<>(ids);
    int places = ids.size() == 1 ? 1 : Integer.highestOneBit(ids.size() - 1) << 1;
    padded.addAll(Collections.nCopies(places - ids.size(), padded.getLast()));
    return padded;
  }

  /**
   * A table of what attestations are found by.
   *
   * @param value that is looked for in {@code column}, as it is kept
   */
  private record Facet(String alias, String table, String column, Object value) {

    /** How its rows are joined to those of {@code driver}. */
    String on(String driver) {
      return alias.equals(driver) ? "" : " on " + alias + ".log_index = " + driver + ".log_index";
    }
  }

  /** What finds few rows, the fewest first. */
  private static List<Facet> facets(AttestationQuery query) {
    List<Facet> facets = new ArrayList<>();
    if (query.artifact() != null) {
      facets.add(
          new Facet("x", "attestation_artifact", "sha256", DigestBytes.of(query.artifact())));
    }
    if (query.signature() != null) {
      facets.add(new Facet("s", "attestation_signature", "signature", query.signature()));
    }
    if (query.file() != null) {
      facets.add(new Facet("f", "attestation_file", "file", query.file()));
    }
    return facets;
  }

  /**
   * The list that {@code query} asks for among the attestations at {@code positions}.
   *
   * @param codes the number of a name, as rows have it
   */
  static AttestationSql of(
      AttestationQuery query, Positions positions, Function<String, Integer> codes) {
    Builder builder = new Builder();
    List<Facet> facets = facets(query);
    boolean few = !facets.isEmpty() || query.workItem() != null || query.commit() != null;
    if (query.hyperthesis() != null && !few && query.agent() == null) {
      facets.add(new Facet("h", "attestation_hyperthesis", "why", query.hyperthesis()));
    } else if (query.hyperthesis() != null) {
      builder.add(
          "exists (select 1 from attestation_hyperthesis h where h.why = :hyperthesis"
              + " and h.log_index = a.log_index)",
          "hyperthesis",
          query.hyperthesis());
    }
    String driver = facets.isEmpty() ? "a" : facets.getFirst().alias();
    StringJoiner from = new StringJoiner(" join ", " from ", "");
    for (Facet facet : facets) {
      from.add(facet.table() + " " + facet.alias() + facet.on(driver));
      builder.equal(facet.alias() + "." + facet.column(), facet.column(), facet.value());
    }
    from.add(
        "attestation a" + (facets.isEmpty() ? "" : " on a.log_index = " + driver + ".log_index"));
    builder.equal("a.work_item", "workItem", query.workItem());
    builder.beginning(query.prefix());
    if (query.workItem() == null && query.prefix() == null) {
      builder.add("a.kind <> :manifest", "manifest", StoredAttestation.Kind.MANIFEST.text());
    }
    builder.found = query.workItem() != null;
    builder.equal("a.commit_hash", "commit", query.commit());
    builder.found |= query.commit() != null;
    builder.equal("a.agent", "agent", query.agent());
    Set<Integer> fleets =
        query.within() == null
            ? null
            : query.within().stream().map(codes).collect(toUnmodifiableSet());
    boolean merged = driver.equals("a") && !builder.found;
    String named = driver.equals("h") ? "h" : "a"; // both say whose it is and who judged
    if (fleets != null && !merged) {
      String column = builder.filterNumber(named + ".fleet");
      builder.conditions.add(FleetLists.within(builder.parameters, column, fleets));
    }
    builder.named("a.result", "result", query.result(), codes);
    builder.named("a.basis", "basis", query.basis(), codes);
    builder.named(named + ".verifier", "verifier", query.verifier(), codes);
    boolean ascending = query.order() == AttestationQuery.Order.OLDEST_FIRST;
    builder.times(query.since(), query.until());
    builder.positions(driver, positions);
    if (!driver.equals("a")) {
      builder.positions("a", positions);
    }
    builder.parameters.put("limit", query.limit() + 1);
    String position = merged ? "log_index" : driver + ".log_index";
    return new AttestationSql(
        FleetLists.sql(
            COLUMNS + from,
            builder.conditions,
            builder.parameters,
            "a.fleet",
            merged ? fleets : null,
            " order by " + position + (ascending ? "" : " desc") + " limit :limit"),
        builder.parameters);
  }

  /**
   * Finds an attestation of one of {@code fleets} that names {@code sha256} as its report, or as an
   * artifact among the newest that do. What many fleets judge, as an empty file, costs no more.
   */
  static AttestationSql naming(Set<Integer> fleets, String sha256) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("sha256", DigestBytes.of(sha256));
    parameters.put("newest", IndexLimits.NAMING_ATTESTATIONS_MAX);
    String select = "select * from (select log_index from ";
    String newest = " = :sha256 order by log_index desc limit :newest) ";
    String named =
        select
            + "attestation_artifact where sha256"
            + newest
            + "x union all "
            + select
            + "attestation where report"
            + newest
            + "r";
    return new AttestationSql(
        "select 1 from ("
            + named
            + ") n join attestation a on a.log_index = n.log_index where "
            + FleetLists.within(parameters, "a.fleet", fleets)
            + " limit 1",
        parameters);
  }

  /**
   * Finds the time of the last logged report on work of one of {@code fleets}, or of any where they
   * are null, that names {@code sha256} as an artifact, among the newest attestations that do.
   */
  static AttestationSql using(@Nullable Set<Integer> fleets, String sha256) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    List<String> conditions = new ArrayList<>(List.of("a.kind = :kind"));
    parameters.put("sha256", DigestBytes.of(sha256));
    parameters.put("kind", StoredAttestation.Kind.VERIFICATION.text());
    parameters.put("newest", IndexLimits.NAMING_ATTESTATIONS_MAX);
    if (fleets != null) {
      conditions.add(FleetLists.within(parameters, "a.fleet", fleets));
    }
    return new AttestationSql(
        "select a.time_micros from (select log_index from attestation_artifact where sha256 ="
            + " :sha256 order by log_index desc limit :newest) n join attestation a on a.log_index"
            + " = n.log_index where "
            + String.join(" and ", conditions)
            + " order by n.log_index desc limit 1",
        parameters);
  }

  /**
   * Conditions and the values they name. Where a work item, a commit, or for fleets an agent finds
   * few rows, other conditions are written so that no index is used for them: SQLite, which knows
   * nothing of what is in the tables, takes any. PostgreSQL knows, and must not be misled where
   * many rows may match both.
   */
  private static final class Builder {
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Object> parameters = new LinkedHashMap<>();
    private boolean found;

    void add(String condition, String name, Object value) {
      conditions.add(condition);
      parameters.put(name, value);
    }

    void equal(String column, String name, @Nullable Object value) {
      if (value != null) {
        add(filter(column) + " = :" + name, name, value);
      }
    }

    void named(
        String column, String name, @Nullable String value, Function<String, Integer> codes) {
      if (value != null) {
        add(filterNumber(column) + " = :" + name, name, codes.apply(value));
      }
    }

    /**
     * Rows whose ids begin with {@code prefix}, found first: there are few, and the index by id has
     * their positions.
     */
    void beginning(@Nullable String prefix) {
      if (prefix != null) {
        conditions.add(
            "a.log_index in (select log_index from attestation where id between :first and :last)");
        parameters.put("first", DigestBytes.first(prefix));
        parameters.put("last", DigestBytes.last(prefix));
      }
    }

    /** The column, without its indexes when an earlier condition has found the rows. */
    String filter(String column) {
      return found ? column + " || ''" : column;
    }

    /** The column of numbers, without its indexes when another one finds few rows. */
    String filterNumber(String column) {
      return found ? column + " + 0" : column;
    }

    void times(@Nullable Instant since, @Nullable Instant until) {
      time("a.time_micros >= :since", "since", since);
      time("a.time_micros < :until", "until", until);
    }

    /**
     * Rows of {@code table} at {@code positions}. Of two tables that are joined by position both
     * are to have this: PostgreSQL, which merges them, reads one that has not from its end on.
     */
    void positions(String table, Positions positions) {
      add(table + ".log_index >= :from", "from", positions.from());
      add(table + ".log_index < :below", "below", positions.below());
    }

    private void time(String condition, String name, @Nullable Instant value) {
      if (value != null) {
        add(condition, name, Rows.micros(value));
      }
    }
  }
}
