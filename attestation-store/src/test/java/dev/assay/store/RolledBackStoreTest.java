package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.assay.core.log.TlogProof;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.SignedMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows, files and backups that do not fit what was signed; what stops, and what is made again. */
class RolledBackStoreTest {

  private static final int BEFORE = 100;
  private static final int AFTER = 600;
  private static final long PAUSE_NANOS = 5_000_000;

  @TempDir private static Path made;
  private static Path backup;

  @TempDir private Path directory;
  private StoreConfig config;

  /** A store of 600 entries, two full tiles and a part of one, with a backup of when it had 100. */
  @BeforeAll
  static void backupThenGrow() throws Exception {
    Path grown = Files.createDirectory(made.resolve("grown"));
    backup = made.resolve("backup");
    StoreConfig config = TestStores.sqlite(grown);
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(0, BEFORE));
    }
    copy(grown, backup);
    try (AttestationStore store = TestStores.open(config)) {
      for (int from = BEFORE; from < AFTER; from += 100) {
        store.append(Samples.range(from, from + 100));
      }
    }
  }

  @BeforeEach
  void asItHasGrown() throws Exception {
    Path home = directory.resolve("home");
    copy(made.resolve("grown"), home);
    config = TestStores.sqlite(home);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "log_index >= 599",
        "log_index between 5 and 7",
        "log_index < 3",
        "log_index % 2 = 0",
        "1 = 1"
      })
  void rowsDeletedWhileNobodyLookedAreMadeAgainFromTheJournal(String condition) throws Exception {
    execute("delete from attestation where " + condition);

    refusesToOpen("assay log repair");
    AuditReport found = audit().check();
    assertThat(found.repairable()).isTrue();
    assertThat(found.rowsMissing()).isPositive();
    refusesToOpen("assay log repair");

    repairs();
  }

  @Test
  void anOlderDatabaseIsCaughtUpFromTheJournal() throws Exception {
    replace("index.db");

    refusesToOpen("assay log repair");
    repairs();
  }

  @Test
  void aLostDatabaseIsMadeAgain() throws Exception {
    delete("index.db");

    repairs();
  }

  @Test
  void aDatabaseFileThatIsNoLongerOneIsPutAsideAndMadeAgain() throws Exception {
    Path file = directory.resolve("home/index.db");
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 4_096, bytes.length / 2, (byte) 7);
    Files.write(file, bytes);

    assertThat(audit().check().problems().getFirst()).contains("the database file is damaged");
    repairs();
    assertThat(directory.resolve("home/index.db.damaged")).hasBinaryContent(bytes);
  }

  @Test
  void databaseAndLogOfOneBackupDoNotForkTheLogUnderItsKey() throws Exception {
    replace("index.db");
    replace("log");

    refusesToOpen("which this key has signed");
    repairs();
  }

  @Test
  void aLogWhoseJournalIsOldTooIsNotContinuedUnderItsKey() throws Exception {
    for (String each : List.of("index.db", "log", "log-journal")) {
      replace(each);
    }

    refusesToOpen("begin a new log");
    assertThat(audit().check().repairable()).isFalse();
    assertThatThrownBy(() -> audit().repair())
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("begin a new log");
    assertThat(Files.readString(config.logDirectory().resolve("checkpoint")))
        .isEqualTo(Files.readString(backup.resolve("log/checkpoint")));
  }

  @Test
  void aCheckpointKeptElsewhereStopsAStoreWhoseEveryFileIsOld() throws Exception {
    String kept = Files.readString(config.logDirectory().resolve("checkpoint"));
    for (String each : List.of("index.db", "log", "log-journal", "keys")) {
      replace(each);
    }
    try (AttestationStore store = TestStores.open(config)) {
      store.remember("no checkpoint");
      assertThat(store.contradiction()).isEmpty();

      store.remember(kept);

      assertThat(store.contradiction().orElseThrow()).contains("begin a new log");
      assertThatThrownBy(() -> store.append(Samples.range(BEFORE, BEFORE + 1)))
          .isInstanceOf(StoreCorruptException.class);
      assertThat(store.proof(Samples.attestation(7).id())).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"log/tile/0/001", "log/tile/entries/001.zst", "log/checkpoint", "log"})
  void lostFilesOfTheLogAreMadeAgainByteForByte(String lost) throws Exception {
    Path home = directory.resolve("home");
    copy(home.resolve("log"), directory.resolve("sound"));
    delete(lost);

    AuditReport repaired = audit().repair();

    assertThat(repaired.problems()).isEmpty();
    for (String same : List.of("tile/0/001", "tile/entries/001.zst", "checkpoint")) {
      assertThat(home.resolve("log").resolve(same))
          .hasSameBinaryContentAs(directory.resolve("sound").resolve(same));
    }
  }

  @Test
  void editedTilesAndRowsAndJournalEntriesAreFoundAndMadeAgain() throws Exception {
    edit(config.logDirectory().resolve("tile/entries/000.zst"));
    edit(EntryJournal.beside(config.logDirectory()).resolve("000000000000.journal"));
    execute("update attestation set id = 'x' || substr(id, 2) where log_index = 100");

    AuditReport found = audit().check();
    assertThat(found.problems()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(found.journalSound()).isLessThan(AFTER);
    assertThat(found.repairable()).isTrue();

    repairs();
  }

  @Test
  void bundlesOfAnEarlierVersionStayAsTheyAreAndTheLogGoesOn() throws Exception {
    Path bundles = config.logDirectory().resolve("tile/entries");
    byte[] packed = Files.readAllBytes(bundles.resolve("001.zst"));
    byte[] served = Zstd.decompress(packed, (int) Zstd.getFrameContentSize(packed));
    Files.write(bundles.resolve("001"), served);
    Files.delete(bundles.resolve("001.zst"));

    assertThat(audit().check().problems()).isEmpty();
    try (AttestationStore store = TestStores.open(config)) {
      assertThat(store.tile("tile/entries/001")).hasValue(served);
      var _ = store.append(Samples.range(AFTER, AFTER + 256));
    }

    assertThat(audit().check().problems()).isEmpty();
    assertThat(bundles).isDirectoryContaining("glob:**/{001,002.zst}");
    assertThat(bundles.resolve("001.zst")).doesNotExist();
  }

  @Test
  void rowsThatNobodySignedAreNotLogged() throws Exception {
    execute(
        "insert into attestation select 600, zeroblob(32), kind, predicate_type, work_item, attempt,"
            + " verifier, result, basis, agent, fleet, commit_hash, artifact, report, time_micros,"
            + " envelope from attestation where log_index = 0");

    refusesToOpen("assay log repair");
    repairs();
  }

  @Test
  void theCheckOfASoundStoreChangesNothing() throws Exception {
    List<String> before = files();

    AuditReport report = audit().check();

    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(AFTER);
    assertThat(report.journalSound()).isEqualTo(AFTER);
    assertThat(files()).isEqualTo(before);
    assertThat(audit().repair()).isEqualTo(report);
  }

  @ParameterizedTest
  @ValueSource(strings = {"log_index = 599", "log_index = 400", "log_index < 500"})
  void rowsDeletedUnderARunningStoreStopItUntilItIsRepaired(String condition) throws Exception {
    try (AttestationStore store = TestStores.open(config)) {
      execute("delete from attestation where " + condition);
      String logged = Samples.attestation(condition.endsWith("599") ? 599 : 400).id();

      awaitStop(store);

      assertThatThrownBy(() -> store.append(Samples.range(AFTER, AFTER + 5)))
          .isInstanceOf(StoreCorruptException.class);
      assertThat(store.problem().orElseThrow()).contains("assay log repair");
      assertThat(store.logSize()).isEqualTo(AFTER);
      assertThatThrownBy(() -> store.envelope(logged)).isInstanceOf(StoreCorruptException.class);
    }
    repairs();
  }

  @Test
  void aDatabaseThatIsExchangedUnderARunningStoreIsNotWrittenTo() throws Exception {
    try (AttestationStore store = TestStores.open(config)) {
      exchangeDatabase();

      assertThatThrownBy(() -> store.append(Samples.range(AFTER, AFTER + 5)))
          .isInstanceOf(StoreCorruptException.class);
      assertThat(store.contradiction()).isPresent();
    }
    refusesToOpen("assay log repair");
    repairs();
  }

  @Test
  @Timeout(120)
  void aDatabaseThatIsExchangedIsNoticedThoughNobodyWrites() throws Exception {
    try (AttestationStore store = TestStores.open(config)) {
      String inBoth = Samples.attestation(0).id();
      exchangeDatabase();
      while (store.contradiction().isEmpty()) {
        assertThat(store.envelope(inBoth)).isPresent();
      }

      assertThat(store.contradiction().orElseThrow()).contains("another one", "assay log repair");
    }
  }

  /** Puts the backup of the database in the place of the one that is open. */
  private void exchangeDatabase() throws IOException {
    Path other = directory.resolve("home/other.db");
    Files.copy(backup.resolve("index.db"), other);
    Files.move(other, directory.resolve("home/index.db"), StandardCopyOption.REPLACE_EXISTING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tile/0/000", "tile/0/001", "tile/entries/001.zst", "checkpoint"})
  void aFileOfTheLogThatIsCutUnderARunningStoreStopsIt(String file) throws Exception {
    Path cut = config.logDirectory().resolve(file);
    byte[] sound = Files.readAllBytes(cut);
    try (AttestationStore store = TestStores.open(config)) {
      Files.write(cut, Arrays.copyOf(sound, 30));

      awaitStop(store);

      assertThat(store.contradiction()).isPresent();
    }
    assertThat(audit().repair().problems()).isEmpty();
    assertThat(cut).hasBinaryContent(sound);
    repairs();
  }

  private static void awaitStop(AttestationStore store) {
    while (store.contradiction().isEmpty()) {
      try {
        var _ = store.append(List.of());
      } catch (StoreCorruptException _) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS); // else it takes the processor from who looks
    }
  }

  private LogRepair audit() {
    return new LogRepair(config, (_, _, _) -> {});
  }

  private void refusesToOpen(String next) {
    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining(next);
  }

  /** Repairs, and then everything that was logged is there with a proof. */
  private void repairs() throws Exception {
    byte[] signed = Files.readAllBytes(SignedMark.beside(config.checkpointKey()));
    AuditReport repaired = audit().repair();
    assertThat(repaired.problems()).isEmpty();
    assertThat(SignedMark.beside(config.checkpointKey())).hasBinaryContent(signed);
    try (AttestationStore store = TestStores.open(config)) {
      assertThat(store.checkpoint()).isEqualTo(new String(signed, StandardCharsets.UTF_8));
      for (int i = 0; i < AFTER; i += 7) {
        String id = Samples.attestation(i).id();
        assertThat(store.envelope(id)).hasValue(Samples.attestation(i).envelope().json());
        assertThat(TlogProof.parse(store.proof(id).orElseThrow()).index()).isEqualTo(i);
      }
      assertThat(store.append(Samples.range(0, AFTER + 3)))
          .isEqualTo(new AttestationStore.Appended(3, AFTER, AFTER + 3));
    }
    assertThat(audit().check().problems()).isEmpty();
  }

  private void execute(String sql) throws Exception {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("home/index.db"));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void edit(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  private void replace(String name) throws IOException {
    delete(name);
    copy(backup.resolve(name), directory.resolve("home").resolve(name));
  }

  private void delete(String name) throws IOException {
    Path home = directory.resolve("home");
    for (String each : List.of(name, name + "-wal", name + "-shm")) {
      Path path = home.resolve(each);
      if (Files.exists(path)) {
        try (Stream<Path> all = Files.walk(path)) {
          for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
            Files.delete(file);
          }
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("home"))) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.toString().matches(".*-(wal|shm)"))
          .map(file -> {
            try {
              return file + " " + Files.getLastModifiedTime(file);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          })
          .sorted()
          .toList();
    }
  }
}
