package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.fault.StoreCorruptException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The files of a log's copy at its checkpoint, for reading, also while the copy grows. */
public final class LogCopy {

  private final LogStorage storage;
  private final LogSnapshot snapshot;
  private final CompactRange range;

  private LogCopy(LogStorage storage, LogSnapshot snapshot, CompactRange range) {
    this.storage = storage;
    this.snapshot = snapshot;
    this.range = range;
  }

  /**
   * The copy in {@code root}, an empty one when there is none.
   *
   * @param key the log's key, which must have signed the checkpoint
   * @throws StoreCorruptException when it is of another log, or damaged
   */
  public static LogCopy open(Path root, NoteKey key) throws IOException {
    return of(root, DirectoryStorage.unlocked(root), key);
  }

  static LogCopy of(Path root, LogStorage storage, NoteKey key) throws IOException {
    LogSnapshot snapshot = restored(root, storage, key);
    CompactRange range = CompactRange.of(snapshot.subtrees(tiles(storage)), snapshot.size());
    if (!range.root().equals(snapshot.head().root())) {
      throw damaged(root, "other entries than its checkpoint signs");
    }
    return new LogCopy(storage, snapshot, range);
  }

  private static LogSnapshot restored(Path root, LogStorage storage, NoteKey key)
      throws IOException {
    Optional<byte[]> bytes = storage.read(TileLog.CHECKPOINT);
    if (bytes.isEmpty()) {
      Checkpoint nothing = new Checkpoint(key.name(), 0, CompactRange.empty().root());
      return new LogSnapshot(nothing, "", List.of(), List.of());
    }
    try {
      SignedNote note = SignedNote.parse(bytes.get()).requireSignedBy(key, key.key());
      Checkpoint head = Checkpoint.parse(note.text());
      int width = (int) (head.size() % TilePath.FULL_WIDTH);
      List<byte[]> entries =
          width == 0
              ? List.of()
              : bundle(root, storage, TilePath.entries(head.size() / TilePath.FULL_WIDTH, width));
      return LogSnapshot.restored(head, note.note(), entries, tiles(storage));
    } catch (RejectedInputException e) {
      throw damaged(root, String.valueOf(e.getMessage()));
    }
  }

  static List<byte[]> bundle(Path root, LogStorage storage, TilePath path) throws IOException {
    return storage
        .read(path.text())
        .flatMap(EntryBundle::decode)
        .filter(entries -> entries.size() == path.width())
        .orElseThrow(() -> damaged(root, "no sound " + path.text()));
  }

  static StoreCorruptException damaged(Path root, String found) {
    return new StoreCorruptException(
        "a copy of the log in " + root,
        found,
        "name the key of this copy's log, or " + StoreCorruptException.COPY_AGAIN);
  }

  /** The full tiles of a copy in {@code storage}. */
  static TileCache tiles(LogStorage storage) {
    return new TileCache(storage, StoreCorruptException.COPY_AGAIN);
  }

  LogSnapshot snapshot() {
    return snapshot;
  }

  CompactRange range() {
    return range.copy();
  }

  /** The copy's checkpoint; empty when there is no copy. */
  public String note() {
    return snapshot.note();
  }

  /** The proof that {@code entry} is at {@code index} of the copy; empty when it is not. */
  public Optional<TlogProof> proof(byte[] entry, long index) throws IOException {
    if (index < 0 || index >= snapshot.size()) {
      return Optional.empty();
    }
    long bundle = index / TilePath.FULL_WIDTH;
    int offset = (int) (index % TilePath.FULL_WIDTH);
    List<byte[]> entries =
        bundle == snapshot.size() / TilePath.FULL_WIDTH
            ? snapshot.entries()
            : storage
                .read(TilePath.entries(bundle, TilePath.FULL_WIDTH).text())
                .flatMap(EntryBundle::decode)
                .orElse(List.of());
    if (offset >= entries.size() || !Arrays.equals(entries.get(offset), entry)) {
      return Optional.empty();
    }
    return Optional.of(
        TlogProof.of(
            index,
            MerkleProofs.inclusion(snapshot.subtrees(tiles(storage)), index, snapshot.size()),
            snapshot.note()));
  }
}
