package dev.assay.store.index;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows by which attestations are found where each may have several of a kind. */
final class FacetRows {

  /** Where they are, each with a column {@code log_index}. */
  static final List<String> TABLES =
      List.of(
          "attestation_artifact",
          "attestation_signature",
          "attestation_hyperthesis",
          "attestation_file");

  private static final String ARTIFACT =
      """
      insert into attestation_artifact (sha256, log_index) values (?, ?)
      on conflict do nothing
      """;

  private static final String SIGNATURE =
      """
      insert into attestation_signature (signature, log_index) values (?, ?)
      on conflict do nothing
      """;

  private static final String HYPERTHESIS =
      """
      insert into attestation_hyperthesis (why, log_index, verifier, fleet) values (?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String FILE =
      """
      insert into attestation_file (file, log_index) values (?, ?)
      on conflict do nothing
      """;

  private FacetRows() {}

  /** The statement of a text, prepared once. */
  @FunctionalInterface
  interface Statements {
    PreparedStatement of(String sql) throws SQLException;
  }

  /** Inserts those of the attestations {@code made} at their positions that are not there. */
  static void insert(Statements statements, Names names, SortedMap<Long, StoredAttestation> made)
      throws SQLException {
    PreparedStatement artifacts = statements.of(ARTIFACT);
    boolean any = false;
    for (Map.Entry<Long, StoredAttestation> each : made.entrySet()) {
      for (StoredAttestation.Artifact artifact : each.getValue().artifacts()) {
        artifacts.setBytes(1, DigestBytes.of(artifact.sha256()));
        artifacts.setLong(2, each.getKey());
        artifacts.addBatch();
        any = true;
      }
    }
    if (any) {
      artifacts.executeBatch();
    }
    insert(statements.of(SIGNATURE), made, StoredAttestation::failureSignatures, null);
    insert(statements.of(HYPERTHESIS), made, StoredAttestation::hypertheses, names);
    insert(statements.of(FILE), made, StoredAttestation::files, null);
  }

  private static void insert(
      PreparedStatement rows,
      SortedMap<Long, StoredAttestation> made,
      Function<StoredAttestation, List<String>> values,
      @Nullable Names names)
      throws SQLException {
    boolean any = false;
    for (Map.Entry<Long, StoredAttestation> each : made.entrySet()) {
      for (String value : values.apply(each.getValue())) {
        rows.setString(1, value);
        rows.setLong(2, each.getKey());
        if (names != null) {
          names.set(rows, 3, each.getValue().verifier());
          names.set(rows, 4, each.getValue().fleet());
        }
        rows.addBatch();
        any = true;
      }
    }
    if (any) {
      rows.executeBatch();
    }
  }
}
