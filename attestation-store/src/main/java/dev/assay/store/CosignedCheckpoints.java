package dev.assay.store;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.merkle.Hash;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.log.LogLimits;
import dev.assay.store.log.LogSnapshot;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last checkpoint that log witnesses cosigned, beside the newest one, which they cosign a
 * moment later. It is what readers are shown while witnesses keep up; when they do not, readers get
 * the newest, and never one that is smaller than what they had.
 */
public final class CosignedCheckpoints {

  /** Name of the file that keeps it; a power cut may take it, and it is asked for again. */
  static final String FILE = "checkpoint.cosigned";

  private static final Logger LOG = LoggerFactory.getLogger(CosignedCheckpoints.class);

  private final TileLog tiles;
  private final LogStorage storage;
  private final LongSupplier nanoTime;
  private volatile @Nullable Cosigned current;
  private long servedSize;

  /**
   * One of them.
   *
   * @param head what its note says
   * @param quorum whether the witnesses are known to be as many as the policy wants
   * @param offeredNanos when it came, or less when an earlier process got it
   */
  private record Cosigned(Checkpoint head, SignedNote note, boolean quorum, long offeredNanos) {}

  CosignedCheckpoints(TileLog tiles, LogStorage storage, LongSupplier nanoTime) {
    this.tiles = tiles;
    this.storage = storage;
    this.nanoTime = nanoTime;
  }

  /** One of the same log, which has none yet and takes the time from {@code clock}. */
  CosignedCheckpoints at(LongSupplier clock) {
    return new CosignedCheckpoints(tiles, storage, clock);
  }

  /** With what an earlier process kept, when it still is of this log. */
  static CosignedCheckpoints open(TileLog tiles, LogStorage storage, NoteKey key) {
    CosignedCheckpoints opened = new CosignedCheckpoints(tiles, storage, System::nanoTime);
    try {
      Optional<byte[]> file = storage.read(FILE);
      if (file.isPresent()) {
        SignedNote note = SignedNote.parse(file.get()).requireSignedBy(key, key.key());
        tiles.requireCovered(note.note());
        long before = System.nanoTime() - LogLimits.COSIGNED_LAG_NANOS_MAX;
        opened.current = new Cosigned(Checkpoint.parse(note.text()), note, false, before);
      }
    } catch (RejectedInputException | StoreCorruptException | IOException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("cosignatures are asked for again");
    }
    return opened;
  }

  /** The newest checkpoint, as the log alone signed it. */
  public SignedNote newest() {
    return SignedNote.parse(tiles.snapshot().note());
  }

  /**
   * The proof that the tree of {@code newSize} leaves extends that of {@code oldSize} leaves.
   *
   * @throws IllegalArgumentException unless {@code 0 <= oldSize <= newSize <=} the published size
   */
  public List<Hash> consistency(long oldSize, long newSize) {
    return tiles.consistency(tiles.snapshot(), oldSize, newSize);
  }

  /**
   * Keeps {@code note}, a checkpoint of this log with cosignatures, unless a larger one is known or
   * a better one.
   *
   * @param quorum whether its witnesses are as many as the policy wants
   */
  public synchronized void offer(SignedNote note, boolean quorum) {
    Checkpoint head = Checkpoint.parse(note.text());
    Cosigned before = current;
    boolean same = before != null && before.note().text().equals(note.text());
    if (before != null
        && (head.size() < before.head().size() || before.quorum() && !quorum && !same)) {
      return;
    }
    SignedNote kept = before != null && same ? before.note().with(note.signatures()) : note;
    boolean enough = quorum || before != null && same && before.quorum();
    current = new Cosigned(head, kept, enough, nanoTime.getAsLong());
    try {
      storage.replace(new LogStorage.LogFile(FILE, kept.note().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("keeping cosignatures failed");
    }
  }

  /** Says whether what an earlier process kept has a quorum, which by itself nobody knows. */
  public synchronized void judge(Predicate<SignedNote> enough) {
    Cosigned kept = current;
    if (kept != null && !kept.quorum()) {
      current =
          new Cosigned(kept.head(), kept.note(), enough.test(kept.note()), kept.offeredNanos());
    }
  }

  /** The size of the last one that a quorum cosigned; 0 before the first. */
  public long cosignedSize() {
    return last().map(each -> each.head().size()).orElse(0L);
  }

  /** The last one that a quorum cosigned; empty before the first. */
  public Optional<SignedNote> cosigned() {
    return last().map(Cosigned::note);
  }

  private Optional<Cosigned> last() {
    return Optional.ofNullable(current).filter(Cosigned::quorum);
  }

  /** The checkpoint that readers are shown. */
  public synchronized String served() {
    LogSnapshot newest = tiles.snapshot();
    Cosigned cosigned = current;
    if (cosigned != null && shown(cosigned, newest)) {
      servedSize = cosigned.head().size();
      return cosigned.note().note();
    }
    servedSize = Math.max(servedSize, newest.size());
    return newest.note();
  }

  private boolean shown(Cosigned cosigned, LogSnapshot newest) {
    long size = cosigned.head().size();
    boolean recent =
        nanoTime.getAsLong() - cosigned.offeredNanos() < LogLimits.COSIGNED_LAG_NANOS_MAX;
    return size >= servedSize && (size == newest.size() || recent);
  }

  /**
   * The checkpoint to prove the entry at {@code position} with: the last cosigned one that covers
   * it, else that of {@code newest}.
   */
  SignedNote proving(long position, LogSnapshot newest) {
    Cosigned cosigned = current;
    return cosigned != null && position < cosigned.head().size()
        ? cosigned.note()
        : SignedNote.parse(newest.note());
  }
}
