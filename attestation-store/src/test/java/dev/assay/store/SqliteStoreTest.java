package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.log.TlogProof;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.key.Ed25519Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteStoreTest extends AttestationStoreContract {

  @ParameterizedTest
  @ValueSource(strings = {"abort", "rollback"})
  void aTransactionThatTheDatabaseRefusesLeavesNothingAndComesAgainWhole(String refusal)
      throws Exception {
    Path home = Files.createDirectory(directory.resolve("refusing"));
    StoreConfig config = TestStores.config(home, database(home));
    Batch batch =
        new Batch(
            Samples.range(0, 3),
            List.of(new DecisionRow("d1", "w1", 1, "PROMOTE", "{}", Samples.START, null)),
            List.of());
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(10, 12));
      execute(
          home,
          "create trigger refusing before insert on decision"
              + " begin select raise(%s, 'refused'); end".formatted(refusal));

      assertThatThrownBy(() -> store.write(batch)).isInstanceOf(StoreUnavailableException.class);
      assertThat(store.logSize()).isEqualTo(2);

      execute(home, "drop trigger refusing");
      assertThat(store.write(batch).added()).isEqualTo(3);
      assertThat(store.decisions().find("d1")).isPresent();
    }
    assertThat(TestStores.check(config).problems()).isEmpty();
  }

  @Test
  void whatSomebodyElseSequencedIsIntegratedByProofsAndByWritesThatBringNothingNew()
      throws Exception {
    Path home = Files.createDirectory(directory.resolve("shared"));
    StoreConfig config = TestStores.config(home, database(home));
    try (AttestationStore store = TestStores.open(config);
        AttestationIndex other = AttestationIndex.open(config.database())) {
      store.append(Samples.range(0, 2));
      other.write(new Batch(Samples.range(2, 4), List.of(), List.of()), other.rows().end());

      String proof = store.proof(Samples.attestation(3).id()).orElseThrow();
      assertThat(TlogProof.parse(proof).index()).isEqualTo(3);

      other.write(new Batch(Samples.range(4, 6), List.of(), List.of()), other.rows().end());
      assertThat(store.append(Samples.range(0, 1)))
          .isEqualTo(new AttestationStore.Appended(0, 1, 6));

      other.write(new Batch(Samples.range(6, 7), List.of(), List.of()), other.rows().end());
      assertThat(store.append(Samples.range(7, 8)).logSize()).isEqualTo(8);
    }
    assertThat(TestStores.check(config).problems()).isEmpty();
  }

  @Test
  void aNewLogBeginsOverTheSameAttestationsOnceTheDatabaseHasForgottenTheOldOne() throws Exception {
    Path home = Files.createDirectory(directory.resolve("new-log"));
    StoreConfig old = TestStores.config(home, database(home));
    try (AttestationStore store = TestStores.open(old)) {
      store.append(Samples.range(0, 300));
    }
    Path key = home.resolve("keys/new.pem");
    var _ = Ed25519Key.loadOrCreate(key, Samples.START);
    StoreConfig fresh =
        new StoreConfig(
            old.logDirectory(), old.database(), "assay.example/new", key, old.attestationKeys());
    assertThatThrownBy(() -> TestStores.open(fresh)).isInstanceOf(StoreCorruptException.class);

    Files.move(old.logDirectory().resolve("checkpoint"), home.resolve("old-checkpoint"));
    execute(home, "delete from log_identity");

    try (AttestationStore store = TestStores.open(fresh)) {
      assertThat(store.logSize()).isEqualTo(300);
    }
    assertThat(TestStores.check(fresh).problems()).isEmpty();
  }

  /** Another process that changes the database, which must not be locked between transactions. */
  private static void execute(Path home, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file(home));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Path file(Path home) {
    return home.resolve("index.db");
  }

  @Override
  DatabaseConfig database(Path home) {
    return new DatabaseConfig.Sqlite(file(home));
  }
}
