package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.RejectedInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rebuilds the whole tree from the sequenced entries and compares every file of the log with it.
 */
public final class LogCheck {

  /**
   * What a check found.
   *
   * @param entries entries the index has sequenced
   * @param published size of the checkpoint
   * @param root root hash rebuilt from the entries below that size
   * @param problems one sentence per contradiction, at most {@link
   *     LogLimits#REPORTED_PROBLEMS_MAX}; empty when the log is sound
   */
  public record Report(long entries, long published, Hash root, List<String> problems) {

    /** Copies the list. */
    public Report {
      problems = List.copyOf(problems);
    }

    /** Whether there are no problems. */
    public boolean sound() {
      return problems.isEmpty();
    }
  }

  private final LogStorage storage;
  private final NoteKey key;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> expected = new HashSet<>();

  private LogCheck(LogStorage storage, NoteKey key) {
    this.storage = storage;
    this.key = key;
  }

  /** Checks the log in {@code storage} against {@code source}. */
  public static Report run(LogStorage storage, NoteKey key, EntrySource source) throws IOException {
    return new LogCheck(storage, key).check(source);
  }

  private Report check(EntrySource source) throws IOException {
    Optional<Checkpoint> head = checkpoint();
    long published = head.map(Checkpoint::size).orElse(0L);
    long entries = source.size();
    TreeEdge edge = TreeEdge.empty();
    while (edge.range().size() < published) {
      int limit = (int) Math.min(LogLimits.CATCH_UP_ENTRIES_MAX, published - edge.range().size());
      List<byte[]> page = source.entries(edge.range().size(), limit);
      if (page.isEmpty()) {
        problem("the checkpoint covers " + published + " entries, the index has " + entries);
        break;
      }
      page.forEach(edge::append);
      for (LogFile file : edge.takeCompleted()) {
        compare(file);
      }
    }
    Hash root = edge.range().root();
    if (head.isPresent() && !head.get().root().equals(root)) {
      problem("the checkpoint's root is " + head.get().root() + ", the entries give " + root);
    }
    for (String name : storage.names()) {
      if (!expected.contains(name) && !ahead(name, entries)) {
        problem("the file " + name + " belongs to no tree of " + entries + " entries");
      }
    }
    return new Report(entries, published, root, problems);
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

  private void compare(LogFile file) throws IOException {
    expected.add(file.name());
    Optional<byte[]> present = storage.read(file.name());
    if (present.isEmpty()) {
      problem("the file " + file.name() + " is missing");
    } else if (!Arrays.equals(present.get(), file.bytes())) {
      problem("the file " + file.name() + " does not hold what the entries give");
    }
  }

  private void problem(String text) {
    if (problems.size() < LogLimits.REPORTED_PROBLEMS_MAX) {
      problems.add(text);
    }
  }
}
