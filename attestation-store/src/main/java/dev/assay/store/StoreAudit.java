package dev.assay.store;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogCheck;
import dev.assay.store.log.LogLimits;
import dev.assay.store.log.LogStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a store that is not open has: rows, journal, files of the log, and what its key has
 * signed. What the signed roots prove is the truth; the rest is measured against it.
 */
final class StoreAudit {

  /** What is to be done about some rows at once. */
  interface Changes {

    /** Nothing is done about them. */
    Changes NONE = (_, _) -> {};

    /** The rows at {@code gone} are not those of the log; those in {@code made} belong there. */
    void change(Collection<Long> gone, SortedMap<Long, StoredAttestation> made);
  }

  private final LogStorage storage;
  private final NoteKey key;
  private final Optional<Checkpoint> mark;
  private final EntryJournal journal;
  private final MergedRows.DatabaseRows stored;
  private final AttestationGate gate;
  private final LogRepair.Progress progress;
  private final List<String> problems = new ArrayList<>();

  StoreAudit(
      LogStorage storage,
      NoteKey key,
      Optional<Checkpoint> mark,
      EntryJournal journal,
      MergedRows.DatabaseRows stored,
      AttestationGate gate,
      LogRepair.Progress progress) {
    this.storage = storage;
    this.key = key;
    this.mark = mark;
    this.journal = journal;
    this.stored = stored;
    this.gate = gate;
    this.progress = progress;
  }

  /** The entries that give every signed root, from both sources; the first one's when none do. */
  private MergedRows entries() throws IOException {
    MergedRows preferred = new MergedRows(journal, stored, MergedRows.First.JOURNAL);
    MergedRows other = new MergedRows(journal, stored, MergedRows.First.DATABASE);
    return !tree(preferred, LogCheck.Files.LEFT).proved()
            && tree(other, LogCheck.Files.LEFT).proved()
        ? other
        : preferred;
  }

  private LogCheck.Report tree(MergedRows entries, LogCheck.Files files) throws IOException {
    return LogCheck.run(storage, key, mark, entries, files);
  }

  /** What is wrong, with nothing done about it. */
  AuditReport check() throws IOException {
    return run(LogCheck.Files.LEFT, Changes.NONE);
  }

  /** What is wrong; {@code files} and {@code changes} are told what to do about it. */
  AuditReport run(LogCheck.Files files, Changes changes) throws IOException {
    problems.clear();
    MergedRows entries = entries();
    LogCheck.Report tree = tree(entries, files);
    long signed = Math.max(tree.published(), mark.map(Checkpoint::size).orElse(0L));
    RowCounts rows = compareRows(entries, signed, changes);
    long journalSound = soundJournal(entries, rows.end);
    List<String> all = new ArrayList<>(tree.problems());
    all.addAll(problems);
    return new AuditReport(
        rows.end,
        tree.published(),
        signed,
        tree.root().hex(),
        rows.missing,
        rows.wrong,
        journal.size(),
        journalSound,
        tree.proved() && rows.lost == 0 && rows.end >= signed,
        all);
  }

  /** What the comparison of the rows counts. */
  private static final class RowCounts {
    private long end;
    private long missing;
    private long wrong;
    private long lost;
  }

  /**
   * Goes through all positions: below {@code signed} the roots prove the entries; above it an entry
   * counts while a known key signed it.
   */
  private RowCounts compareRows(MergedRows entries, long signed, Changes changes) {
    RowCounts counts = new RowCounts();
    long size = entries.size();
    boolean ended = false;
    for (long from = 0; from < size; from += LogLimits.JOURNAL_FILE_ENTRIES) {
      progress.at("rows", from, size);
      List<Long> gone = new ArrayList<>();
      SortedMap<Long, StoredAttestation> made = new TreeMap<>();
      SortedMap<Long, LoggedRow> there = new TreeMap<>();
      stored.page(from, LogLimits.JOURNAL_FILE_ENTRIES).forEach(row -> there.put(row.index(), row));
      long to = Math.min(size, from + LogLimits.JOURNAL_FILE_ENTRIES);
      for (long index = from; index < to; index++) {
        LoggedRow entry = ended ? null : entries.row(index);
        LoggedRow row = there.get(index);
        Optional<StoredAttestation> admitted = entry == null ? Optional.empty() : admit(entry);
        ended |= admitted.isEmpty() && index >= signed;
        if (!ended) {
          counts.end = index + 1;
        }
        boolean sound = row != null && entry != null && admitted.isPresent() && same(row, entry);
        if (!sound) {
          difference(counts, index, row, admitted.orElse(null), gone, made);
        }
      }
      changes.change(gone, made);
    }
    return counts;
  }

  private void difference(
      RowCounts counts,
      long index,
      @Nullable LoggedRow row,
      @Nullable StoredAttestation admitted,
      List<Long> gone,
      SortedMap<Long, StoredAttestation> made) {
    if (row != null) {
      counts.wrong++;
      gone.add(index);
      problem("the row of entry " + index + " is not the one that was logged: " + row.id());
    } else if (index < counts.end) {
      counts.missing++;
      problem(
          "there is no row for entry "
              + index
              + (admitted == null ? ", nor is it in the journal" : ", " + admitted.id()));
    }
    if (admitted != null) {
      made.put(index, admitted);
    } else if (index < counts.end) {
      counts.lost++;
    }
  }

  private boolean same(LoggedRow row, LoggedRow entry) {
    Envelope found = row.envelope();
    return found != null
        && row.id().equals(entry.id())
        && row.beside().equals(entry.beside())
        && Arrays.equals(found.json(), Objects.requireNonNull(entry.envelope()).json());
  }

  private Optional<StoredAttestation> admit(LoggedRow entry) {
    return switch (gate.admitAgain(Objects.requireNonNull(entry.envelope()), entry.beside())) {
      case Parsed.Accepted<StoredAttestation>(StoredAttestation attestation) ->
          Optional.of(attestation);
      case Parsed.Rejected<StoredAttestation>(Rejection rejection) -> {
        problem("entry " + entry.index() + " is not acceptable: " + rejection.detail());
        yield Optional.empty();
      }
    };
  }

  /** How many entries the journal's leading sound files have. */
  private long soundJournal(MergedRows entries, long end) throws IOException {
    for (long segment = 0; segment < journal.segments(); segment++) {
      long first = segment * LogLimits.JOURNAL_FILE_ENTRIES;
      List<LoggedRow> rows = journal.segment(segment);
      boolean sound =
          first + rows.size() <= end
              && rows.size() == Math.min(LogLimits.JOURNAL_FILE_ENTRIES, journal.size() - first)
              && rows.stream().allMatch(row -> logged(row, entries));
      if (!sound) {
        problem("the journal is damaged from entry " + first + " on");
        return first;
      }
    }
    return journal.size();
  }

  private static boolean logged(LoggedRow row, MergedRows entries) {
    LoggedRow entry = entries.row(row.index());
    return entry != null && entry.id().equals(row.id());
  }

  private void problem(String text) {
    if (problems.size() < LogLimits.REPORTED_PROBLEMS_MAX) {
      problems.add(text);
    }
  }
}
