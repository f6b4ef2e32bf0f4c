package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.LogCopy;
import dev.assay.store.log.LogMirror;
import dev.assay.store.log.MirrorOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a real store's log. */
class LogMirrorTest {

  private final Path directory;
  private final List<String> read = new ArrayList<>();
  private final AttestationStore store;
  private final NoteKey key;

  LogMirrorTest(@TempDir Path directory) {
    this.directory = directory;
    this.store = TestStores.open(TestStores.sqlite(directory));
    this.key = key(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static NoteKey key(AttestationStore store) {
    return NoteKey.parse(String.valueOf(store.keys().getLast().vkey()));
  }

  /** What {@code from} serves. */
  private LogMirror.Source served(AttestationStore from) {
    return (path, _) -> {
      read.add(path);
      return path.equals("checkpoint")
          ? from.cosigned().served().getBytes(StandardCharsets.UTF_8)
          : from.tile(path).orElseThrow(() -> new IOException("404 " + path));
    };
  }

  private Path copy() {
    return directory.resolve("copy");
  }

  private MirrorOutcome update(LogMirror.Source source) throws Exception {
    try (LogMirror mirror = LogMirror.open(copy(), key)) {
      return mirror.update(source, null, (_, _) -> {});
    }
  }

  @Test
  void aCopyHasEveryFileThatTheLogServesAndProvesItsEntries() throws Exception {
    for (int size : new int[] {3, 200, 256, 700}) {
      store.append(Samples.range((int) store.logSize(), size));
      assertThat(update(served(store))).isInstanceOf(MirrorOutcome.Grown.class);
      assertThat(update(served(store))).isEqualTo(new MirrorOutcome.Current(size));
      for (TilePath path : TilePath.all(size)) {
        assertThat(Files.readAllBytes(copy().resolve(path.text())))
            .as(path.text())
            .isEqualTo(store.tile(path.text()).orElseThrow());
      }
    }
    assertThat(Files.readString(copy().resolve("checkpoint"))).isEqualTo(store.checkpoint());
    LogCopy copy = LogCopy.open(copy(), key);
    for (int number : new int[] {0, 255, 256, 511, 699}) {
      byte[] entry = Samples.attestation(number).envelope().payload();
      TlogProof proof = copy.proof(entry, number).orElseThrow();
      assertThat(proof.requireInclusion(entry, key, key.key()).size()).isEqualTo(700);
      assertThat(copy.proof(entry, number + 1)).isEmpty();
    }
  }

  @Test
  void anUpdateThatBrokeOffGoesOnFromWhatIsThere() throws Exception {
    store.append(Samples.range(0, 700));
    LogMirror.Source whole = served(store);
    assertThatThrownBy(() ->
            update((path, max) -> {
              if (path.startsWith("tile/entries/002")) {
                throw new IOException("cut");
              }
              return whole.read(path, max);
            }))
        .isInstanceOf(IOException.class);
    assertThat(copy().resolve("checkpoint")).doesNotExist();
    read.clear();

    assertThat(update(whole)).isEqualTo(new MirrorOutcome.Grown(0, 700));
    assertThat(read).containsExactly("checkpoint", "tile/entries/002.p/188");
  }

  @Test
  void entriesThatTheCheckpointDoesNotSignAreThrownAway() throws Exception {
    store.append(Samples.range(0, 300));
    LogMirror.Source whole = served(store);
    MirrorOutcome outcome =
        update((path, max) -> {
          byte[] bytes = whole.read(path, max);
          if (path.equals("tile/entries/000")) {
            bytes[bytes.length - 1] ^= 1;
          }
          return bytes;
        });

    assertThat(outcome).isInstanceOf(MirrorOutcome.Damaged.class);
    assertThat(copy().resolve("checkpoint")).doesNotExist();
    assertThat(update(whole)).isEqualTo(new MirrorOutcome.Grown(0, 300));
  }

  @Test
  void anotherHistoryOfTheLogIsCaughtAndKept() throws Exception {
    store.append(Samples.range(0, 300));
    assertThat(update(served(store))).isEqualTo(new MirrorOutcome.Grown(0, 300));
    String before = Files.readString(copy().resolve("checkpoint"));
    Ed25519Key signer = Ed25519Key.load(directory.resolve("keys/checkpoint.pem"));
    for (long size : new long[] {300, 200}) {
      Checkpoint forged = new Checkpoint(key.name(), size, Hash.of(new byte[32]));
      String note = SignedNote.signed(forged.text(), key, signer).note();

      MirrorOutcome outcome = update((_, _) -> note.getBytes(StandardCharsets.UTF_8));

      assertThat(outcome)
          .isEqualTo(
              new MirrorOutcome.Contradicted(
                  Checkpoint.parse(SignedNote.parse(before).text()), forged));
      assertThat(copy().resolve("conflicts").resolve(size + "-" + forged.root().hex()))
          .hasContent(note);
    }
    assertThat(Files.readString(copy().resolve("checkpoint"))).isEqualTo(before);
  }

  @Test
  void aLogThatShowsLessThanTheCopyHasIsNotCurrent() throws Exception {
    List<String> earlier = new ArrayList<>(List.of(store.checkpoint()));
    store.append(Samples.range(0, 256));
    earlier.add(store.checkpoint());
    store.append(Samples.range(256, 300));
    assertThat(update(served(store))).isEqualTo(new MirrorOutcome.Grown(0, 300));
    String before = Files.readString(copy().resolve("checkpoint"));
    for (String note : earlier) {
      long shown = Checkpoint.parse(SignedNote.parse(note).text()).size();

      assertThat(update((_, _) -> note.getBytes(StandardCharsets.UTF_8)))
          .isEqualTo(new MirrorOutcome.Shrunk(shown, 300));
    }
    assertThat(Files.readString(copy().resolve("checkpoint"))).isEqualTo(before);
    assertThat(copy().resolve("conflicts")).doesNotExist();
  }

  @Test
  void aLargerHistoryThatDoesNotGoOnFromTheCopyIsKept() throws Exception {
    store.append(Samples.range(0, 300));
    assertThat(update(served(store))).isEqualTo(new MirrorOutcome.Grown(0, 300));
    Path conflicts = copy().resolve("conflicts");
    String before = Files.readString(copy().resolve("checkpoint"));
    Hash root = Checkpoint.parse(SignedNote.parse(before).text()).root();
    Ed25519Key signer = Ed25519Key.load(directory.resolve("keys/checkpoint.pem"));
    Checkpoint forged = new Checkpoint(key.name(), 400, Hash.of(new byte[32]));
    String note = SignedNote.signed(forged.text(), key, signer).note();
    store.append(Samples.range(300, 400));
    LogMirror.Source whole = served(store);

    MirrorOutcome outcome =
        update((path, max) ->
            path.equals("checkpoint")
                ? note.getBytes(StandardCharsets.UTF_8)
                : whole.read(path, max));

    assertThat(outcome).isInstanceOf(MirrorOutcome.Damaged.class);
    assertThat(conflicts.resolve("300-" + root.hex())).hasContent(before);
    assertThat(conflicts.resolve("400-" + forged.root().hex())).hasContent(note);
    assertThat(update(whole)).isEqualTo(new MirrorOutcome.Grown(300, 400));
  }

  @Test
  void aCheckpointOfAnotherKeyOrWithoutItsQuorumIsNotBelieved() throws Exception {
    store.append(Samples.range(0, 3));
    String cosigner = new CosignerKey("w", Samples.DIRECTOR.publicKey()).vkey();
    TlogPolicy policy =
        TlogPolicy.parse(
            ("witness w " + cosigner + "\nquorum w\n").getBytes(StandardCharsets.UTF_8));
    NoteKey other = new NoteKey(key.name(), Samples.DIRECTOR.publicKey());
    try (LogMirror mirror = LogMirror.open(copy(), key)) {
      assertThat(mirror.update(served(store), policy, (_, _) -> {}))
          .isInstanceOf(MirrorOutcome.Unbelieved.class);
    }
    try (LogMirror mirror = LogMirror.open(copy(), other)) {
      assertThat(mirror.update(served(store), null, (_, _) -> {}))
          .isInstanceOf(MirrorOutcome.Unbelieved.class);
    }
  }

  @Test
  void aDamagedCopyIsNotOpened() throws Exception {
    store.append(Samples.range(0, 300));
    assertThat(update(served(store))).isInstanceOf(MirrorOutcome.Grown.class);
    Path tile = copy().resolve("tile/0/000");
    byte[] bytes = Files.readAllBytes(tile);
    bytes[5] ^= 1;
    Files.write(tile, bytes);

    assertThatThrownBy(() -> LogMirror.open(copy(), key)).isInstanceOf(StoreCorruptException.class);
    assertThatThrownBy(() -> LogCopy.open(copy(), key)).isInstanceOf(StoreCorruptException.class);
  }

  /** There is no store, and no database, beside a copy of somebody else's log. */
  @Test
  void aCopyThatLacksATileIsToBeMadeAgain() throws Exception {
    store.append(Samples.range(0, 600));
    assertThat(update(served(store))).isInstanceOf(MirrorOutcome.Grown.class);
    Files.delete(copy().resolve("tile/0/001"));

    assertThatThrownBy(() -> LogMirror.open(copy(), key))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("tile/0/001")
        .hasMessageContaining("copy the log again")
        .hasMessageNotContaining("repair");
  }

  @Test
  void aCheckFindsABundleInTheMiddleThatIsLostOrOfOtherEntries() throws Exception {
    store.append(Samples.range(0, 800));
    assertThat(update(served(store))).isInstanceOf(MirrorOutcome.Grown.class);
    Path middle = copy().resolve("tile/entries/001");
    byte[] whole = Files.readAllBytes(middle);
    byte[] other = whole.clone();
    other[whole.length / 2] ^= 1;
    try (LogMirror mirror = LogMirror.open(copy(), key)) {
      mirror.check((done, all) -> assertThat(all).isEqualTo(800));
    }

    Files.delete(middle);
    assertDamaged("tile/entries/001");
    Files.write(middle, other);
    assertDamaged("bundle 1");
  }

  private void assertDamaged(String found) throws Exception {
    try (LogMirror mirror = LogMirror.open(copy(), key)) {
      assertThatThrownBy(() -> mirror.check((_, _) -> {}))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining(found)
          .hasMessageContaining("copy the log again");
    }
  }

  @Test
  void aSecondMirrorOfOneDirectoryIsToldToTakeAnother() throws Exception {
    try (LogMirror _ = LogMirror.open(copy(), key)) {
      assertThatThrownBy(() -> LogMirror.open(copy(), key))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining("a second mirror needs another directory");
    }
  }
}
