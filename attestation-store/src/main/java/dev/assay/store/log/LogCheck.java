package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.index.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rebuilds the whole tree from entries and compares every file of the log with it, and the roots
 * that the key has signed.
 */
public final class LogCheck {

  /**
   * What a check found.
   *
   * @param entries entries of the source
   * @param published size of the checkpoint
   * @param root root hash rebuilt from the entries below the largest size that was signed
   * @param proved whether the entries give every root that was signed
   * @param problems one sentence per contradiction, at most {@link
   *     LogLimits#REPORTED_PROBLEMS_MAX}; empty when the log is sound
   */
  public record Report(
      long entries, long published, Hash root, boolean proved, List<String> problems) {

    /** Copies the list. */
    public Report {
      problems = List.copyOf(problems);
    }

    /** Whether there are no problems. */
    public boolean sound() {
      return problems.isEmpty();
    }
  }

  /** Is told of files that are not as they must be. */
  public interface Files {

    /** The one who does nothing about them. */
    Files LEFT =
        new Files() {
          @Override
          public void wrong(LogStorage.LogFile expected) {}

          @Override
          public void alien(String name) {}
        };

    /** A file is missing or holds other bytes than {@code expected}. */
    void wrong(LogStorage.LogFile expected) throws IOException;

    /** The file {@code name} belongs to no tree of these entries. */
    void alien(String name) throws IOException;
  }

  private final LogStorage storage;
  private final NoteKey key;
  private final Files files;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> expected = new HashSet<>();

  private LogCheck(LogStorage storage, NoteKey key, Files files) {
    this.storage = storage;
    this.key = key;
    this.files = files;
  }

  /**
   * Checks the log in {@code storage} against {@code source}.
   *
   * @param mark the largest checkpoint that the key has signed, where that is known
   */
  public static Report run(
      LogStorage storage, NoteKey key, Optional<Checkpoint> mark, RowSource source, Files files)
      throws IOException {
    return new LogCheck(storage, key, files).check(mark, source);
  }

  private Report check(Optional<Checkpoint> mark, RowSource source) throws IOException {
    Optional<Checkpoint> head = checkpoint();
    long published = head.map(Checkpoint::size).orElse(0L);
    long signed = mark.map(Checkpoint::size).orElse(0L);
    if (head.isPresent() && signed > published) {
      problem("the checkpoint covers " + published + " entries, the key has signed " + signed);
    }
    TreeEdge edge = TreeEdge.empty();
    boolean proved = true;
    for (long size : new long[] {Math.min(published, signed), Math.max(published, signed)}) {
      proved &= extend(edge, size, source);
      proved &= holds("the checkpoint's root", head, edge.range());
      proved &= holds("the root that the key has signed", mark, edge.range());
    }
    for (String name : storage.names()) {
      if (!expected.contains(name) && !ahead(name, source.size())) {
        problem("the file " + name + " belongs to no tree of " + source.size() + " entries");
        files.alien(name);
      }
    }
    return new Report(source.size(), published, edge.range().root(), proved, problems);
  }

  /** Appends entries up to {@code size}; false when they end before. */
  private boolean extend(TreeEdge edge, long size, RowSource source) throws IOException {
    while (edge.range().size() < size) {
      int limit = (int) Math.min(LogLimits.CATCH_UP_ENTRIES_MAX, size - edge.range().size());
      List<byte[]> page = source.entries(edge.range().size(), limit);
      if (page.isEmpty()) {
        problem("the checkpoint covers " + size + " entries, the index has " + source.size());
        return false;
      }
      page.forEach(edge::append);
      for (LogStorage.LogFile file : edge.takeCompleted()) {
        compare(file);
      }
    }
    return true;
  }

  /** Whether {@code range} has the root of {@code signed}, when it has that size. */
  private boolean holds(String what, Optional<Checkpoint> signed, CompactRange range) {
    boolean differs =
        signed.isPresent()
            && signed.get().size() == range.size()
            && !signed.get().root().equals(range.root());
    if (differs) {
      problem(what + " is " + signed.get().root() + ", the entries give " + range.root());
    }
    return !differs;
  }

  /** Whether {@code name} is a tile that was written just before a crash kept it unpublished. */
  private static boolean ahead(String name, long entries) {
    return TilePath.parse(name).filter(path -> path.full() && path.within(entries)).isPresent();
  }

  private Optional<Checkpoint> checkpoint() throws IOException {
    Optional<byte[]> bytes = storage.read(TileLog.CHECKPOINT);
    if (bytes.isEmpty()) {
      problem("there is no checkpoint");
      return Optional.empty();
    }
    try {
      SignedNote note = SignedNote.parse(bytes.get()).requireSignedBy(key, key.key());
      Checkpoint head = Checkpoint.parse(note.text());
      if (!head.origin().equals(key.name())) {
        problem("the checkpoint's origin is " + head.origin() + ", the key's is " + key.name());
      }
      return Optional.of(head);
    } catch (RejectedInputException e) {
      problem("the checkpoint is not acceptable: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void compare(LogStorage.LogFile file) throws IOException {
    expected.add(file.name());
    Optional<byte[]> present = storage.read(file.name());
    if (present.isEmpty()) {
      problem("the file " + file.name() + " is missing");
      files.wrong(file);
    } else if (!Arrays.equals(present.get(), file.bytes())) {
      problem("the file " + file.name() + " does not hold what the entries give");
      files.wrong(file);
    }
  }

  private void problem(String text) {
    if (problems.size() < LogLimits.REPORTED_PROBLEMS_MAX) {
      problems.add(text);
    }
  }
}
