package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.Signer;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.RowSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A C2SP tiled transparency log that follows an {@link RowSource}. The source says which entry has
 * which index, durably, before the log hears of it; the log derives tiles from that, publishes a
 * signed checkpoint once they are durable, and can derive all of it again after a crash.
 *
 * <p>One thread at a time may call {@link #follow}; everything else is safe for many threads and
 * sees the last published checkpoint.
 */
public final class TileLog {

  /** Name of the file that holds the newest signed checkpoint. */
  public static final String CHECKPOINT = "checkpoint";

  private static final Logger LOG = LoggerFactory.getLogger(TileLog.class);

  private final LogStorage storage;
  private final NoteKey key;
  private final Signer signer;
  private final SignedMark mark;
  private final TileCache tiles;
  private volatile LogSnapshot published;

  /** The newest note that was to be published; a write that failed may have done so. */
  private String attempted = "";

  private CompactRange range;

  private TileLog(
      LogStorage storage, NoteKey key, Signer signer, SignedMark mark, LogSnapshot first) {
    this.storage = storage;
    this.key = key;
    this.signer = signer;
    this.mark = mark;
    this.tiles = new TileCache(storage, StoreCorruptException.REPAIR_FILES);
    this.published = first;
    this.range = CompactRange.empty();
  }

  /**
   * Opens the log in {@code storage}: checks that the checkpoint there is ours and covers a prefix
   * of {@code source}, and that {@code mark} does, then integrates what the source has beyond them.
   * A new log gets a checkpoint of size 0. Nothing is signed before it is known to extend what was.
   *
   * @throws StoreCorruptException when checkpoint, tiles and source contradict each other
   */
  public static TileLog open(
      LogStorage storage, NoteKey key, Signer signer, RowSource source, SignedMark mark) {
    Optional<SignedNote> note = published(storage, key);
    Checkpoint head =
        note.map(signed -> Checkpoint.parse(signed.text()))
            .orElseGet(() -> new Checkpoint(key.name(), 0, CompactRange.empty().root()));
    if (!head.origin().equals(key.name()) || head.size() > source.size()) {
      throw new StoreCorruptException(
          "an index that has at least the "
              + head.size()
              + " entries of checkpoint "
              + head.origin(),
          source.size() + " entries for origin " + key.name(),
          StoreCorruptException.REPAIR_ROWS);
    }
    LogSnapshot empty =
        new LogSnapshot(head, note.map(SignedNote::note).orElse(""), List.of(), List.of());
    TileLog log = new TileLog(storage, key, signer, mark, empty);
    log.restore(source);
    mark.signed(key).ifPresent(signed -> log.requireExtends(signed, source));
    if (note.isEmpty()) {
      log.integrate(List.of());
    }
    log.follow(source);
    log.raiseMark(log.published.head(), log.published.note());
    return log;
  }

  private void raiseMark(Checkpoint head, String note) {
    try {
      mark.raise(head, note);
    } catch (IOException e) {
      throw new StoreUnavailableException("writing what was signed beside the key", e);
    }
  }

  /**
   * The newest checkpoint, or empty when there is none or a power cut damaged it: then the whole
   * log is derived again, which changes nothing that is there.
   */
  private static Optional<SignedNote> published(LogStorage storage, NoteKey key) {
    SignedNote note;
    try {
      Optional<byte[]> bytes = storage.read(CHECKPOINT);
      if (bytes.isEmpty()) {
        return Optional.empty();
      }
      note = SignedNote.parse(bytes.get());
    } catch (RejectedInputException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the checkpoint file is damaged");
      return Optional.empty();
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the checkpoint", e);
    }
    try {
      return Optional.of(note.requireSignedBy(key, key.key()));
    } catch (RejectedInputException e) {
      throw new StoreCorruptException(
          "a checkpoint signed by " + key.vkey(),
          String.valueOf(e.getMessage()),
          "restore the key or the checkpoint file; a new log begins as docs/operations.md says");
    }
  }

  /** Rebuilds the right edge from full tiles and entries, and checks it against the checkpoint. */
  private void restore(RowSource source) {
    Checkpoint head = published.head();
    long bundleStart = head.size() - head.size() % TilePath.FULL_WIDTH;
    List<byte[]> entries =
        head.size() == bundleStart
            ? List.of()
            : source.entries(bundleStart, (int) (head.size() - bundleStart));
    if (bundleStart + entries.size() < head.size()) {
      throw new StoreCorruptException(
          "the entries from " + bundleStart + " to " + head.size(),
          "none with index " + (bundleStart + entries.size()),
          StoreCorruptException.REPAIR_ROWS);
    }
    LogSnapshot restored = LogSnapshot.restored(head, published.note(), entries, tiles);
    range = CompactRange.of(restored.subtrees(tiles), head.size());
    if (!range.root().equals(head.root())) {
      throw new StoreCorruptException(
          "the entries below " + head.size() + " to have the root " + head.root().base64(),
          "the root " + range.root().base64(),
          StoreCorruptException.REPAIR_FILES);
    }
    published = restored;
  }

  /** Refuses entries that do not begin with those that {@code signed} covers. */
  private void requireExtends(Checkpoint signed, RowSource source) {
    if (signed.size() > source.size()) {
      throw SignedMark.contradicted(signed, source.size() + " entries");
    }
    CompactRange below;
    if (signed.size() <= published.size()) {
      below = CompactRange.of(published.subtrees(tiles), signed.size());
    } else {
      TreeEdge edge = TreeEdge.of(published, range);
      while (edge.range().size() < signed.size()) {
        long left = signed.size() - edge.range().size();
        int limit = (int) Math.min(LogLimits.CATCH_UP_ENTRIES_MAX, left);
        List<byte[]> entries = source.entries(edge.range().size(), limit);
        if (entries.isEmpty()) {
          throw SignedMark.contradicted(signed, "no entry with index " + edge.range().size());
        }
        entries.forEach(edge::append);
        var _ = edge.takeCompleted();
      }
      below = edge.range();
    }
    if (!below.root().equals(signed.root())) {
      throw SignedMark.contradicted(signed, "the root " + below.root().base64());
    }
  }

  /**
   * Refuses a checkpoint that this key has signed, when the published tree does not begin with what
   * it covers; other texts are no checkpoint and say nothing.
   */
  public void requireCovered(String note) {
    LogSnapshot snapshot = published;
    Optional<Checkpoint> signed = SignedMark.signed(note.getBytes(StandardCharsets.UTF_8), key);
    if (signed.isEmpty()) {
      return;
    }
    long size = signed.get().size();
    if (size > snapshot.size()) {
      throw SignedMark.contradicted(signed.get(), snapshot.size() + " entries");
    }
    Hash root = CompactRange.of(snapshot.subtrees(tiles), size).root();
    if (!root.equals(signed.get().root())) {
      throw SignedMark.contradicted(signed.get(), "the root " + root.base64());
    }
  }

  /**
   * Refuses to go on when the checkpoint file is not the one that was published last. For the
   * thread that integrates.
   *
   * @throws StoreCorruptException when it is gone or another one
   */
  public void requireUnchanged() {
    LogSnapshot snapshot = published;
    try {
      Optional<byte[]> bytes = storage.read(CHECKPOINT);
      Optional<String> note = bytes.map(file -> new String(file, StandardCharsets.UTF_8));
      if (note.isEmpty() || !(note.get().equals(snapshot.note()) || note.get().equals(attempted))) {
        throw new StoreCorruptException(
            "the checkpoint of " + snapshot.size() + " entries that was published last",
            bytes.isEmpty() ? "no checkpoint file" : "another checkpoint file",
            StoreCorruptException.REPAIR_FILES);
      }
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the checkpoint", e);
    }
  }

  /** Integrates every entry that {@code source} has beyond the published checkpoint. */
  public void follow(RowSource source) {
    long size = source.size();
    while (published.size() < size) {
      List<byte[]> entries = source.entries(published.size(), LogLimits.CATCH_UP_ENTRIES_MAX);
      if (entries.isEmpty()) {
        throw new StoreCorruptException(
            "an entry with index " + published.size() + " of " + size,
            "none",
            StoreCorruptException.REPAIR_ROWS);
      }
      integrate(entries);
    }
  }

  /**
   * Integrates {@code entries}, which the source has sequenced right after the published size, and
   * publishes the checkpoint that covers them. When it throws, nothing was published and {@link
   * #follow} resumes.
   */
  public void integrate(List<byte[]> entries) {
    TreeEdge edge = TreeEdge.of(published, range);
    entries.forEach(edge::append);
    Checkpoint head = new Checkpoint(key.name(), edge.range().size(), edge.range().root());
    String note = SignedNote.signed(head.text(), key, signer).note();
    try {
      storage.writeOnce(edge.takeCompleted());
      raiseMark(head, note);
      attempted = note;
      storage.replace(new LogStorage.LogFile(CHECKPOINT, note.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new StoreUnavailableException("writing the log at size " + head.size(), e);
    }
    range = edge.range();
    published = new LogSnapshot(head, note, edge.edges(), edge.entries());
  }

  /** The last published state. */
  public LogSnapshot snapshot() {
    return published;
  }

  /** Inclusion proof of leaf {@code index} in the first {@code size} leaves of a snapshot. */
  public List<Hash> inclusion(LogSnapshot snapshot, long index, long size) {
    return MerkleProofs.inclusion(snapshot.subtrees(tiles), index, size);
  }

  /** Consistency proof between two sizes up to that of {@code snapshot}. */
  public List<Hash> consistency(LogSnapshot snapshot, long oldSize, long newSize) {
    if (newSize > snapshot.size()) {
      throw new IllegalArgumentException(
          "expected a size up to " + snapshot.size() + ", found " + newSize);
    }
    return MerkleProofs.consistency(snapshot.subtrees(tiles), oldSize, newSize);
  }

  /** The bytes of {@code path}, or empty when the published tree has no such tile. */
  public Optional<byte[]> tile(TilePath path) {
    LogSnapshot snapshot = published;
    if (!path.within(snapshot.size())) {
      return Optional.empty();
    }
    long items = TilePath.items(path.level(), snapshot.size());
    if (path.index() < items / TilePath.FULL_WIDTH) {
      return fullTile(path);
    }
    return Optional.of(
        switch (path.kind()) {
          case HASHES -> TileNodes.bytes(snapshot.edge(path.level()).subList(0, path.width()));
          case ENTRIES -> EntryBundle.encode(snapshot.entries().subList(0, path.width()));
        });
  }

  private Optional<byte[]> fullTile(TilePath path) {
    TilePath full = new TilePath(path.kind(), path.level(), path.index(), TilePath.FULL_WIDTH);
    try {
      Optional<byte[]> bytes = storage.read(full.text());
      return switch (path.kind()) {
        case HASHES -> bytes.map(all -> Arrays.copyOf(all, path.width() * Hash.BYTES));
        case ENTRIES -> bytes.flatMap(all -> EntryBundle.prefix(all, path.width()));
      };
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the log file " + full.text(), e);
    }
  }
}
