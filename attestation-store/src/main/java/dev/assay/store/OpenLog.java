package dev.assay.store;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Signer;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.LogRows;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.SignedMark;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a log that is open for writing: tiles, journal, and the mark of what was signed.
 *
 * @param rows the rows of the database, checked before they become entries
 */
record OpenLog(
    LogStorage storage, SignedMark mark, EntryJournal journal, TileLog tiles, SignedRows rows)
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OpenLog.class);

  /**
   * Opens them over {@code storage}, which is closed with them or when this fails, and has them
   * follow the rows.
   *
   * @throws StoreCorruptException when they contradict each other or the rows
   */
  static OpenLog open(
      StoreConfig config, LogStorage storage, LogRows index, NoteKey key, Signer signer) {
    List<AutoCloseable> opened = new ArrayList<>(List.of(storage));
    boolean done = false;
    try {
      requireNoGaps(index);
      SignedMark mark = SignedMark.open(SignedMark.beside(config.checkpointKey()));
      opened.add(mark);
      Optional<Checkpoint> signed = mark.signed(key);
      SignedRows rows =
          new SignedRows(index, config.attestationKeys(), signed.map(Checkpoint::size).orElse(0L));
      EntryJournal journal = EntryJournal.open(EntryJournal.beside(config.logDirectory()), storage);
      opened.add(journal);
      TileLog tiles = TileLog.open(storage, key, signer, rows, mark);
      journal.follow(rows);
      done = true;
      return new OpenLog(storage, mark, journal, tiles, rows);
    } catch (IOException e) {
      throw new StoreUnavailableException("opening the log in " + config.logDirectory(), e);
    } finally {
      if (!done) {
        opened.reversed().forEach(OpenLog::close);
      }
    }
  }

  private static void requireNoGaps(LogRows rows) {
    long size = rows.size();
    long count = rows.count();
    if (count != size) {
      throw new StoreCorruptException(
          "a row for each of " + size + " entries",
          count + " rows",
          StoreCorruptException.REPAIR_ROWS);
    }
  }

  /** Closes those of {@code parts} that are there. */
  static void closeAll(@Nullable AutoCloseable... parts) {
    for (AutoCloseable part : parts) {
      close(part);
    }
  }

  private static void close(@Nullable AutoCloseable part) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception e) {
      LOG.atWarn().setCause(e).log("closing a part of the store failed");
    }
  }

  @Override
  public void close() {
    List.of(journal, mark, storage).forEach(OpenLog::close);
  }
}
