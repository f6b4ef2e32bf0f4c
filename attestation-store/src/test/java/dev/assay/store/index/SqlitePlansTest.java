package dev.assay.store.index;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite finds a list by what the fewest rows have, in the order of the log. */
class SqlitePlansTest {

  private static final String POSITIONS = " AND rowid>? AND rowid<?)";

  @TempDir private Path directory;

  @Test
  void aListIsFoundByWhatFindsTheFewestRowsInTheOrderOfTheLog() {
    Path file = directory.resolve("index.db");
    AttestationIndex.open(new DatabaseConfig.Sqlite(file)).close();
    Jdbi database = Jdbi.create("jdbc:sqlite:" + file);

    assertThat(plan(database, null, null, "agent", null, null))
        .isEqualTo("attestation_by_agent (agent=?" + POSITIONS);
    assertThat(plan(database, null, "FAIL", "agent", Set.of("a"), null))
        .isEqualTo("attestation_by_agent_and_fleet (agent=? AND fleet=?" + POSITIONS);
    assertThat(plan(database, "quick", null, "agent", null, null))
        .isEqualTo("attestation_by_agent (agent=?" + POSITIONS);
    assertThat(plan(database, "quick", null, null, null, null))
        .isEqualTo("attestation_by_verifier (verifier=?" + POSITIONS);
    assertThat(plan(database, "quick", "FAIL", null, null, null))
        .isEqualTo("attestation_by_verifier_and_result (verifier=? AND result=?" + POSITIONS);
    assertThat(plan(database, "quick", null, null, Set.of("a"), null))
        .isEqualTo("attestation_by_fleet_and_verifier (fleet=? AND verifier=?" + POSITIONS);
    assertThat(plan(database, null, "FAIL", null, Set.of("a"), null))
        .isEqualTo("attestation_by_fleet_and_result (fleet=? AND result=?" + POSITIONS);
    assertThat(plan(database, "quick", "FLAKY", null, Set.of("a"), null))
        .isEqualTo("attestation_by_fleet_and_result (fleet=? AND result=?" + POSITIONS);
    assertThat(plan(database, null, null, null, Set.of("a"), null))
        .isEqualTo("attestation_by_fleet (fleet=?" + POSITIONS);
    assertThat(plan(database, "quick", "FAIL", null, Set.of("a"), "commit"))
        .isEqualTo("attestation_by_commit (commit_hash=?" + POSITIONS);
  }

  @Test
  void theListsOfSomeFleetsAreFoundForEachAndShortBeforeTheyAreMerged() {
    Path file = directory.resolve("index.db");
    AttestationIndex.open(new DatabaseConfig.Sqlite(file)).close();
    Jdbi database = Jdbi.create("jdbc:sqlite:" + file);

    String one = "attestation_by_fleet (fleet=?" + POSITIONS;
    String ofAgent = "attestation_by_agent_and_fleet (agent=? AND fleet=?" + POSITIONS;
    String ofResult = "attestation_by_fleet_and_result (fleet=? AND result=?" + POSITIONS;
    assertThat(plan(database, null, null, null, Set.of("a", "b"), null)).isEqualTo(merged(one));
    assertThat(plan(database, null, null, "agent", Set.of("a", "b"), null))
        .isEqualTo(merged(ofAgent));
    assertThat(plan(database, "quick", "FLAKY", null, Set.of("a", "b"), null))
        .isEqualTo(merged(ofResult));
    assertThat(plan(database, null, "FAIL", null, Set.of("a", "b"), "commit"))
        .isEqualTo("attestation_by_commit (commit_hash=?" + POSITIONS);
  }

  private static String merged(String one) {
    String list = "CO-ROUTINE fleet; " + one + "; SCAN fleet; USE TEMP B-TREE FOR ORDER BY";
    return "MERGE (UNION ALL); LEFT; " + list + "; RIGHT; " + list;
  }

  /** How the list is found; more than one step, as sorting, would not be just that. */
  private static String plan(
      Jdbi database,
      @Nullable String verifier,
      @Nullable String result,
      @Nullable String agent,
      @Nullable Set<String> within,
      @Nullable String commit) {
    AttestationQuery query =
        new AttestationQuery(
            null,
            null,
            null,
            verifier,
            result,
            null,
            agent,
            within,
            commit,
            null,
            null,
            null,
            null,
            null,
            AttestationQuery.Order.NEWEST_FIRST,
            100,
            null);
    AttestationSql list = AttestationSql.of(query, new Positions(5, 900), String::hashCode);
    return database.withHandle(handle ->
        handle
            .createQuery("explain query plan " + list.sql())
            .bindMap(list.parameters())
            .map((row, _) -> row.getString("detail"))
            .map(detail -> detail.replaceFirst("SEARCH a USING INDEX ", ""))
            .collect(joining("; "))
            .replaceAll("fleet\\d+", "fleet"));
  }
}
