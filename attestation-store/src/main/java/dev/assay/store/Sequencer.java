package dev.assay.store;

import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.Batch;
import dev.assay.store.index.LogRows;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogLimits;
import dev.assay.store.log.TileLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one that writes: gives attestations their positions in the database, copies them into the
 * journal and integrates them into the log. Before each write it makes sure that database and log
 * still end where it left them. What contradicts that stops all writing until the process ends.
 */
final class Sequencer {

  private static final Logger LOG = LoggerFactory.getLogger(Sequencer.class);

  private final AttestationIndex index;
  private final TileLog log;
  private final EntryJournal journal;
  private final SignedRows rows;
  private final ReentrantLock writing = new ReentrantLock();
  private LogRows.End end;
  private volatile @Nullable StoreCorruptException stopped;

  /**
   * A writer where all three end at the same entry.
   *
   * @param rows the rows of {@code index}, checked
   */
  Sequencer(AttestationIndex index, TileLog log, EntryJournal journal, SignedRows rows) {
    this.index = index;
    this.log = log;
    this.journal = journal;
    this.rows = rows;
    this.end = published();
  }

  /** The end of what the checkpoint covers. */
  private LogRows.End published() {
    long size = log.snapshot().size();
    return size == 0
        ? LogRows.End.EMPTY
        : new LogRows.End(size, rows.withoutGaps(size - 1, 1).getFirst().id());
  }

  /** See {@link AttestationStore#write}. */
  AttestationStore.Appended write(Batch batch) {
    batch.attestations().forEach(Sequencer::requireEntry);
    return guarded(() -> {
      log.requireUnchanged();
      follow();
      List<StoredAttestation> fresh = index.write(batch, end);
      if (!fresh.isEmpty()) {
        append(fresh);
      }
      int known = batch.attestations().size() - fresh.size();
      return new AttestationStore.Appended(fresh.size(), known, log.snapshot().size());
    });
  }

  private void append(List<StoredAttestation> fresh) {
    List<LoggedRow> logged = new ArrayList<>(fresh.size());
    for (StoredAttestation attestation : fresh) {
      logged.add(LoggedRow.of(attestation, end.size() + logged.size()));
    }
    journal.append(logged);
    log.integrate(fresh.stream().map(added -> added.envelope().payload()).toList());
    end = new LogRows.End(end.size() + fresh.size(), fresh.getLast().id());
  }

  private static void requireEntry(StoredAttestation attestation) {
    int bytes = attestation.envelope().payload().length;
    if (bytes > LogLimits.ENTRY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "expected a statement of at most "
              + LogLimits.ENTRY_BYTES_MAX
              + " bytes, found "
              + bytes
              + " in attestation "
              + attestation.id());
    }
  }

  /** Integrates what is sequenced and not yet logged, after a write that failed half-way. */
  private void follow() {
    long sequenced = rows.size();
    if (sequenced < end.size()) {
      throw new StoreCorruptException(
          "rows for " + end,
          "rows up to " + sequenced + " entries",
          StoreCorruptException.REPAIR_ROWS);
    }
    if (sequenced > end.size() || journal.size() > end.size()) {
      journal.follow(rows);
      log.follow(rows);
      end = published();
    }
  }

  /** Waits for the write that has sequenced an attestation but not yet published it. */
  void await() {
    guarded(() -> {
      follow();
      return end;
    });
  }

  /** See {@link AttestationStore#remember}. */
  void remember(String note) {
    try {
      log.requireCovered(note);
    } catch (StoreCorruptException e) {
      stop(e);
    }
  }

  /** What {@code question} answers between two writes. */
  <T> T betweenWrites(Supplier<T> question) {
    writing.lock();
    try {
      return question.get();
    } finally {
      writing.unlock();
    }
  }

  /**
   * Looks, when nobody writes, whether the log can follow the database; who writes may only be
   * waiting for a database that does not answer.
   */
  Optional<String> problem() {
    if (stopped == null) {
      try {
        if (writing.tryLock()) {
          try {
            await();
          } finally {
            writing.unlock();
          }
        } else {
          var _ = rows.size();
        }
      } catch (StoreUnavailableException | StoreCorruptException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return contradiction();
  }

  /** What stopped all writing, in a sentence; mostly empty. */
  Optional<String> contradiction() {
    return Optional.ofNullable(stopped).map(StoreCorruptException::getMessage);
  }

  /**
   * Says that there is none when it can be said.
   *
   * @throws StoreCorruptException when writing has stopped: what is missing may be logged
   */
  void requireGoingOn() {
    StoreCorruptException contradiction = stopped;
    if (contradiction != null) {
      throw contradiction;
    }
  }

  /** Stops all writing for {@code contradiction}; the first one counts. */
  void stop(StoreCorruptException contradiction) {
    if (stopped == null) {
      stopped = contradiction;
      LOG.atError().log("the attestation store stopped writing: {}", contradiction.getMessage());
    }
  }

  private <T> T guarded(Supplier<T> work) {
    writing.lock();
    try {
      requireGoingOn();
      return work.get();
    } catch (StoreCorruptException e) {
      stop(e);
      throw e;
    } finally {
      writing.unlock();
    }
  }
}
