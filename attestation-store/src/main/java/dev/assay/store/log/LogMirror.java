package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.LogTextLimits;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.fault.StoreCorruptException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a log of somebody else, made from its entries: every hash is computed here, and the
 * copy moves to a checkpoint only when all entries up to there have the root that it signs. Full
 * tiles beyond the copy's own checkpoint are of an unfinished update, which goes on from them. For
 * one thread; one process at a time has a copy open.
 */
public final class LogMirror implements AutoCloseable {

  private static final String CONFLICTS = "conflicts";

  /** Reads files of the log. */
  @FunctionalInterface
  public interface Source {

    /** The bytes of the file that is served under {@code path}, at most {@code bytesMax}. */
    byte[] read(String path, int bytesMax) throws IOException, InterruptedException;
  }

  /** Told how far an update is. */
  @FunctionalInterface
  public interface Progress {

    /** {@code done} of {@code all} entries are there. */
    void at(long done, long all);
  }

  private final Path root;
  private final DirectoryStorage storage;
  private final NoteKey key;
  private LogSnapshot mine;
  private CompactRange range;

  /** Partial files of the checkpoint before, which readers of that one still want. */
  private Set<String> before = Set.of();

  private LogMirror(
      Path root, DirectoryStorage storage, NoteKey key, LogSnapshot mine, CompactRange range) {
    this.root = root;
    this.storage = storage;
    this.key = key;
    this.mine = mine;
    this.range = range;
  }

  /**
   * Opens the copy in {@code root}, which need not be there.
   *
   * @param key the log's key
   * @throws StoreCorruptException when another process has it open, it is of another log, or it is
   *     damaged
   */
  public static LogMirror open(Path root, NoteKey key) throws IOException {
    DirectoryStorage storage = DirectoryStorage.served(root);
    boolean done = false;
    try {
      LogCopy copy = LogCopy.of(root, storage, key);
      done = true;
      return new LogMirror(root, storage, key, copy.snapshot(), copy.range());
    } finally {
      if (!done) {
        storage.close();
      }
    }
  }

  /** Number of entries that the copy's checkpoint covers. */
  public long size() {
    return mine.size();
  }

  /** The copy's checkpoint; empty before the first update. */
  public String note() {
    return mine.note();
  }

  /**
   * Reads all entries of the copy and compares its files with what they give. An update reads only
   * what it needs in order to go on.
   *
   * @throws StoreCorruptException when a file is missing or has other bytes
   */
  public void check(Progress progress) throws IOException {
    TreeEdge edge = TreeEdge.empty();
    for (long bundle = 0; bundle < mine.size() / TilePath.FULL_WIDTH; bundle++) {
      LogCopy.bundle(root, storage, TilePath.entries(bundle, TilePath.FULL_WIDTH))
          .forEach(edge::append);
      for (LogStorage.LogFile file : edge.takeCompleted()) {
        Optional<byte[]> there = storage.read(file.name());
        if (there.filter(bytes -> Arrays.equals(bytes, file.bytes())).isEmpty()) {
          throw LogCopy.damaged(root, "other entries in bundle " + bundle + " than " + file.name());
        }
      }
      progress.at(edge.range().size(), mine.size());
    }
    mine.entries().forEach(edge::append);
    if (!edge.range().root().equals(mine.head().root())) {
      throw LogCopy.damaged(root, "other entries than its checkpoint signs");
    }
  }

  /**
   * Brings the copy up to date.
   *
   * @param policy which checkpoints are believed beside being signed by the log, or null
   * @throws IOException when the log cannot be read; the next update goes on from here
   */
  public MirrorOutcome update(Source source, @Nullable TlogPolicy policy, Progress progress)
      throws IOException, InterruptedException {
    SignedNote note;
    Checkpoint head;
    try {
      note = SignedNote.parse(source.read(TileLog.CHECKPOINT, LogTextLimits.NOTE_BYTES_MAX));
      head = Checkpoint.parse(note.requireSignedBy(key, key.key()).text());
      if (!head.origin().equals(key.name())) {
        return new MirrorOutcome.Unbelieved(
            "expected the origin " + key.name() + ", found " + head.origin());
      }
      if (policy != null && !policy.judge(note).met()) {
        return new MirrorOutcome.Unbelieved(
            "expected cosignatures of the quorum " + policy.quorum() + ", found fewer");
      }
    } catch (RejectedInputException e) {
      return new MirrorOutcome.Unbelieved(String.valueOf(e.getMessage()));
    }
    if (head.size() <= mine.size()) {
      return compared(head, note);
    }
    long from = mine.size();
    String wrong = grown(head, note, source, progress).orElse(null);
    if (wrong == null) {
      return new MirrorOutcome.Grown(from, head.size());
    }
    if (from == 0) {
      return new MirrorOutcome.Damaged(wrong);
    }
    keep(SignedNote.parse(mine.note()), note);
    return new MirrorOutcome.Damaged(
        wrong
            + "; the log's entries are damaged, or its history is another: both checkpoints are in "
            + root.resolve(CONFLICTS)
            + ", and a copy in a new directory tells which");
  }

  /** Holds a checkpoint of what is there against it; one with more cosignatures is taken over. */
  private MirrorOutcome compared(Checkpoint head, SignedNote note) throws IOException {
    Hash there = CompactRange.of(mine.subtrees(LogCopy.tiles(storage)), head.size()).root();
    if (!there.equals(head.root())) {
      keep(SignedNote.parse(mine.note()), note);
      return new MirrorOutcome.Contradicted(mine.head(), head);
    }
    if (head.size() < mine.size()) {
      return new MirrorOutcome.Shrunk(head.size(), mine.size());
    }
    if (!note.note().equals(mine.note())) {
      publish(new LogSnapshot(head, note.note(), mine.edges(), mine.entries()));
    }
    return new MirrorOutcome.Current(mine.size());
  }

  private void keep(SignedNote own, SignedNote shown) throws IOException {
    Path directory = Files.createDirectories(root.resolve(CONFLICTS));
    try (Stream<Path> kept = Files.list(directory)) {
      if (kept.count() < LogLimits.CONFLICTS_MAX) {
        for (SignedNote note : List.of(own, shown)) {
          Checkpoint head = Checkpoint.parse(note.text());
          Files.writeString(directory.resolve(head.size() + "-" + head.root().hex()), note.note());
        }
      }
    }
  }

  /** Takes the entries up to {@code head}; the answer is why not. */
  private Optional<String> grown(Checkpoint head, SignedNote note, Source source, Progress progress)
      throws IOException, InterruptedException {
    TreeEdge edge = TreeEdge.of(mine, range);
    List<String> written = new ArrayList<>();
    while (edge.range().size() < head.size()) {
      long bundle = edge.range().size() / TilePath.FULL_WIDTH;
      int width = (int) Math.min(TilePath.FULL_WIDTH, head.size() - bundle * TilePath.FULL_WIDTH);
      List<byte[]> entries = entries(TilePath.entries(bundle, width), source);
      int there = edge.entries().size();
      if (entries.size() != width || !begins(entries, edge.entries())) {
        return Optional.of(
            "expected " + width + " entries that go on from what is there, in bundle " + bundle);
      }
      entries.subList(there, width).forEach(edge::append);
      List<LogStorage.LogFile> completed = edge.takeCompleted();
      storage.writeOnce(completed);
      completed.forEach(file -> written.add(file.name()));
      progress.at(edge.range().size(), head.size());
    }
    if (!edge.range().root().equals(head.root())) {
      for (String name : written) {
        storage.delete(name);
      }
      return Optional.of(
          "expected entries with the root "
              + head.root().base64()
              + ", found the root "
              + edge.range().root().base64());
    }
    range = edge.range();
    publish(new LogSnapshot(head, note.note(), edge.edges(), edge.entries()));
    return Optional.empty();
  }

  /** The entries of a bundle; of a full one those that an unfinished update has left. */
  private List<byte[]> entries(TilePath path, Source source)
      throws IOException, InterruptedException {
    Optional<byte[]> left = path.full() ? storage.read(path.text()) : Optional.empty();
    byte[] bundle =
        left.isPresent() ? left.get() : source.read(path.text(), LogLimits.BUNDLE_BYTES_MAX);
    return EntryBundle.decode(bundle).orElse(List.of());
  }

  private static boolean begins(List<byte[]> entries, List<byte[]> known) {
    for (int i = 0; i < known.size(); i++) {
      if (!Arrays.equals(entries.get(i), known.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Moves the copy to {@code next}, whose full tiles are there. */
  private void publish(LogSnapshot next) throws IOException {
    List<LogStorage.LogFile> files = partial(next);
    storage.writeOnce(files);
    storage.replaceForced(
        new LogStorage.LogFile(TileLog.CHECKPOINT, next.note().getBytes(StandardCharsets.UTF_8)));
    Set<String> wanted = new HashSet<>();
    files.forEach(file -> wanted.add(file.name()));
    Set<String> last = new HashSet<>();
    partial(mine).forEach(file -> last.add(file.name()));
    for (String name : before) {
      if (!wanted.contains(name) && !last.contains(name)) {
        storage.delete(name);
      }
    }
    before = last;
    mine = next;
  }

  /** The partial tiles and the partial bundle of {@code snapshot}. */
  private static List<LogStorage.LogFile> partial(LogSnapshot snapshot) {
    List<LogStorage.LogFile> files = new ArrayList<>();
    for (int level = 0; level < snapshot.edges().size(); level++) {
      List<Hash> edge = snapshot.edge(level);
      if (!edge.isEmpty()) {
        long index = TilePath.items(level, snapshot.size()) / TilePath.FULL_WIDTH;
        files.add(
            new LogStorage.LogFile(
                TilePath.hashes(level, index, edge.size()).text(), TileNodes.bytes(edge)));
      }
    }
    List<byte[]> entries = snapshot.entries();
    if (!entries.isEmpty()) {
      long index = snapshot.size() / TilePath.FULL_WIDTH;
      files.add(
          new LogStorage.LogFile(
              TilePath.entries(index, entries.size()).text(), EntryBundle.encode(entries)));
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }
}
