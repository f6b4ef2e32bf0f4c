package dev.assay.store;

import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Digests;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.EntrySource;
import dev.assay.store.log.JournalLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Each entry from the journal or from the database, whichever has it; only what has the id of its
 * statement counts. What it gives is proved by the roots that were signed.
 */
final class MergedRows implements EntrySource {

  /** Which of the two is asked first. */
  enum First {
    JOURNAL,
    DATABASE
  }

  private static final int PAGE = JournalLimits.SEGMENT_ENTRIES;

  private final EntryJournal journal;
  private final StoredRows rows;
  private final First first;
  private long cached = -1;
  private SortedMap<Long, LoggedRow> page = new TreeMap<>();

  MergedRows(EntryJournal journal, StoredRows rows, First first) {
    this.journal = journal;
    this.rows = rows;
    this.first = first;
  }

  @Override
  public long size() {
    return Math.max(journal.size(), rows.size());
  }

  @Override
  public List<byte[]> entries(long from, int limit) {
    List<byte[]> entries = new ArrayList<>();
    for (long index = from; index < from + limit; index++) {
      LoggedRow row = row(index);
      if (row == null) {
        break;
      }
      entries.add(Objects.requireNonNull(row.envelope()).payload());
    }
    return entries;
  }

  /** The entry {@code index}, or null when neither has it. */
  @Nullable LoggedRow row(long index) {
    if (index / PAGE != cached) {
      page = load(index / PAGE);
      cached = index / PAGE;
    }
    return page.get(index);
  }

  private SortedMap<Long, LoggedRow> load(long number) {
    try {
      List<LoggedRow> stored = rows.page(number * PAGE, PAGE);
      List<LoggedRow> journaled = journal.segment(number);
      SortedMap<Long, LoggedRow> found = new TreeMap<>();
      put(found, first == First.JOURNAL ? stored : journaled);
      put(found, first == First.JOURNAL ? journaled : stored);
      return found;
    } catch (IOException e) {
      throw new StoreUnavailableException("reading the journal", e);
    }
  }

  private static void put(SortedMap<Long, LoggedRow> found, List<LoggedRow> rows) {
    rows.stream().filter(MergedRows::whole).forEach(row -> found.put(row.index(), row));
  }

  /** Whether {@code row} has a statement, and its id. */
  static boolean whole(LoggedRow row) {
    Envelope envelope = row.envelope();
    return envelope != null && Digests.sha256Hex(envelope.payload()).equals(row.id());
  }
}
