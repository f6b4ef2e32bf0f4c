package dev.assay.store;

import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Digests;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.LogRows;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.RowSource;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Each entry from the journal or from the database, whichever has it; only what has the id of its
 * statement counts. What it gives is proved by the roots that were signed.
 */
final class MergedRows implements RowSource {

  /** Which of the two is asked first. */
  enum First {
    JOURNAL,
    DATABASE
  }

  private static final int PAGE = LogLimits.JOURNAL_FILE_ENTRIES;

  private final EntryJournal journal;
  private final DatabaseRows rows;
  private final First first;
  private long cached = -1;
  private SortedMap<Long, LoggedRow> page = new TreeMap<>();

  MergedRows(EntryJournal journal, DatabaseRows rows, First first) {
    this.journal = journal;
    this.rows = rows;
    this.first = first;
  }

  @Override
  public long size() {
    return Math.max(journal.size(), rows.size());
  }

  @Override
  public List<LoggedRow> withoutGaps(long from, int limit) {
    List<LoggedRow> rows = new ArrayList<>();
    for (long index = from; index < from + limit; index++) {
      LoggedRow row = row(index);
      if (row == null) {
        break;
      }
      rows.add(row);
    }
    return rows;
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

  /** The rows of a database that may be missing altogether. */
  record DatabaseRows(@Nullable LogRows rows) {

    long size() {
      return rows == null ? 0 : rows.size();
    }

    /** The rows at positions from {@code from} on, below {@code from + width}. */
    List<LoggedRow> page(long from, int width) {
      return rows == null
          ? List.of()
          : rows.page(from, width).stream().filter(row -> row.index() < from + width).toList();
    }
  }
}
