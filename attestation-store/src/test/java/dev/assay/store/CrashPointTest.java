package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.log.DirectoryStorage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every step that writes the log fails once, in every way; nothing that was shown is taken back.
 */
class CrashPointTest {

  private static final int STEPS = 4;
  private static final int BATCH = 300;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void aWriterThatDiesAtAnyStepLeavesALogThatGoesOn(FaultyStorage.Fault fault) throws Exception {
    for (int step = 0; step < STEPS; step++) {
      StoreConfig config = TestStores.sqlite(directory.resolve(fault + "-" + step));
      List<String> seen = new ArrayList<>();
      int acknowledged = appendUntilFault(config, step, fault, seen);

      try (AttestationStore store = TestStores.open(config)) {
        seen.add(store.checkpoint());
        assertThat(store.logSize()).isEqualTo(acknowledged + BATCH);
        AttestationStore.Appended again =
            store.append(Samples.range(acknowledged, acknowledged + BATCH));
        assertThat(again.added()).isZero();
        store.append(Samples.range(acknowledged, acknowledged + BATCH + 10));
        seen.add(store.checkpoint());
        assertConsistent(store, seen);
        assertIndexesKept(store, acknowledged);
      }
      assertThat(TestStores.check(config).problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriterThatSurvivesAFailingDiskGoesOnWhenItWorksAgain(FaultyStorage.Fault fault)
      throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    FaultyStorage storage = new FaultyStorage(DirectoryStorage.open(config.logDirectory()));
    try (AttestationStore store = AttestationStore.open(config, TestStores.CLOCK, storage)) {
      store.append(Samples.range(0, 10));
      List<String> seen = new ArrayList<>(List.of(store.checkpoint()));
      for (int round = 0; round < STEPS; round++) {
        int from = 10 + round * BATCH;
        storage.failAfter(round % 2, fault);
        assertThatThrownBy(() -> store.append(Samples.range(from, from + BATCH)))
            .isInstanceOf(StoreUnavailableException.class);
        assertThat(store.checkpoint()).isEqualTo(seen.getLast());
        storage.heal();

        AttestationStore.Appended again = store.append(Samples.range(from, from + BATCH));

        assertThat(again.logSize()).isEqualTo(from + BATCH);
        seen.add(store.checkpoint());
      }
      assertConsistent(store, seen);
    }
    assertThat(TestStores.check(config).problems()).isEmpty();
  }

  @Test
  void anAttestationSequencedButNotYetPublishedIsProvedOnceTheDiskWorks() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    FaultyStorage storage = new FaultyStorage(DirectoryStorage.open(config.logDirectory()));
    try (AttestationStore store = AttestationStore.open(config, TestStores.CLOCK, storage)) {
      storage.failAfter(0, FaultyStorage.Fault.BEFORE);
      assertThatThrownBy(() -> store.append(Samples.range(0, 3)))
          .isInstanceOf(StoreUnavailableException.class);
      String id = Samples.attestation(2).id();
      assertThatThrownBy(() -> store.proof(id)).isInstanceOf(StoreUnavailableException.class);

      storage.heal();

      assertThat(TlogProof.parse(store.proof(id).orElseThrow()).index()).isEqualTo(2);
    }
  }

  @Test
  void aLogThatCannotFollowItsIndexIsAProblemUntilItCan() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    FaultyStorage storage = new FaultyStorage(DirectoryStorage.open(config.logDirectory()));
    try (AttestationStore store = AttestationStore.open(config, TestStores.CLOCK, storage)) {
      storage.failAfter(0, FaultyStorage.Fault.BEFORE);
      assertThatThrownBy(() -> store.append(Samples.range(0, 3)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store.problem()).hasValueSatisfying(e -> assertThat(e).contains("no space left"));

      storage.heal();

      assertThat(store.problem()).isEmpty();
      assertThat(store.logSize()).isEqualTo(3);
    }
  }

  @Test
  void aLogAheadOfItsDatabaseIsNotOpened() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(0, 5));
    }
    for (String name : List.of("index.db", "index.db-wal", "index.db-shm")) {
      Files.deleteIfExists(directory.resolve(name));
    }

    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("restore the database");
    assertThat(TestStores.check(config).problems())
        .contains("the checkpoint covers 5 entries, the index has 0");
  }

  @Test
  void aChangedTileIsFoundByTheCheckAndNeverWrittenOver() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(0, 600));
    }
    Path tile = config.logDirectory().resolve("tile/0/001");
    byte[] bytes = Files.readAllBytes(tile);
    bytes[7] ^= 1;
    Files.write(tile, bytes);
    Files.delete(config.logDirectory().resolve("tile/entries/000.zst"));

    assertThat(TestStores.check(config).problems())
        .containsExactlyInAnyOrder(
            "the file tile/0/001 does not hold what the entries give",
            "the file tile/entries/000 is missing");
    assertThatThrownBy(() -> TestStores.open(config)).isInstanceOf(StoreCorruptException.class);
    Files.delete(config.logDirectory().resolve("checkpoint"));
    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("other bytes");
    assertThat(Files.readAllBytes(tile)).isEqualTo(bytes);
  }

  @Test
  void aCheckpointBySomeoneElseIsNotContinued() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    StoreConfig other = TestStores.sqlite(directory.resolve("other"));
    TestStores.open(config).close();
    TestStores.open(other).close();
    Files.copy(
        other.logDirectory().resolve("checkpoint"),
        config.logDirectory().resolve("checkpoint"),
        StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("note-unsigned");
  }

  @Test
  void aCheckpointThatAPowerCutDamagedIsSignedAgainForTheSameTree() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    Path file = config.logDirectory().resolve("checkpoint");
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(0, 600));
    }
    String before = Files.readString(file);
    for (String damaged : List.of("", "\0".repeat(100), before.substring(0, 60))) {
      Files.writeString(file, damaged);

      TestStores.open(config).close();

      assertThat(Files.readString(file)).isEqualTo(before);
      assertThat(TestStores.check(config).problems()).isEmpty();
    }
  }

  @Test
  void aSecondWriterIsRefused() {
    StoreConfig config = TestStores.sqlite(directory);
    try (AttestationStore store = TestStores.open(config)) {
      assertThatThrownBy(() -> TestStores.open(config))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining("writer.lock");
      assertThat(store.append(Samples.range(0, 1)).logSize()).isEqualTo(1);
    }
  }

  @Test
  void whatACrashLeftInTheTemporaryDirectoryIsCleared() throws Exception {
    StoreConfig config = TestStores.sqlite(directory);
    TestStores.open(config).close();
    Path torn = config.logDirectory().resolve("tmp/7");
    Files.write(torn, "half a ti".getBytes(StandardCharsets.UTF_8));

    TestStores.open(config).close();

    assertThat(torn).doesNotExist();
  }

  private static int appendUntilFault(
      StoreConfig config, int step, FaultyStorage.Fault fault, List<String> seen) throws Exception {
    FaultyStorage storage = new FaultyStorage(DirectoryStorage.open(config.logDirectory()));
    int acknowledged = 0;
    try (AttestationStore store = AttestationStore.open(config, TestStores.CLOCK, storage)) {
      storage.failAfter(step, fault);
      while (!storage.failed()) {
        seen.add(store.checkpoint());
        store.append(Samples.range(acknowledged, acknowledged + BATCH));
        acknowledged += BATCH;
      }
    } catch (StoreUnavailableException _) {
      assertThat(storage.failed()).isTrue();
    }
    return acknowledged;
  }

  private static void assertIndexesKept(AttestationStore store, int acknowledged) {
    for (int i = 0; i < acknowledged + BATCH; i += 97) {
      String proof = store.proof(Samples.attestation(i).id()).orElseThrow();
      assertThat(TlogProof.parse(proof).index()).isEqualTo(i);
    }
  }

  static void assertConsistent(AttestationStore store, List<String> notes) {
    Checkpoint head = Checkpoint.parse(SignedNote.parse(store.checkpoint()).text());
    for (String note : notes) {
      Checkpoint old = Checkpoint.parse(SignedNote.parse(note).text());
      assertThat(
              MerkleProofs.isExtension(
                  old.size(),
                  old.root(),
                  head.size(),
                  head.root(),
                  store.consistency(old.size(), head.size())))
          .as("checkpoint %s", old.size())
          .isTrue();
    }
  }
}
