package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TilePath;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.ApprovalListing;
import dev.assay.store.index.ApprovalQuery;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.AttestationListing;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.Page;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemQuery;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.LogCheck;
import dev.assay.store.log.LogLimits;
import dev.assay.store.log.LogSnapshot;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attestations, decisions and work items, kept for good. An attestation that {@link #write}
 * returned for is durable, has a position in the log that never changes, and is covered by a
 * published checkpoint.
 *
 * <p>Writing is idempotent: the same attestation or decision twice is one. A process may be killed
 * at any instant; {@link #open} then finishes what was begun. Safe for many threads; writes happen
 * one after another.
 */
public final class AttestationStore implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AttestationStore.class);

  private final AttestationIndex index;
  private final LogStorage storage;
  private final TileLog log;
  private final List<PublishedKey> keys;
  private final ReentrantLock writing = new ReentrantLock();

  private AttestationStore(
      AttestationIndex index, LogStorage storage, TileLog log, List<PublishedKey> keys) {
    this.index = index;
    this.storage = storage;
    this.log = log;
    this.keys = keys;
  }

  /**
   * Opens the store, creating directory, schema and key where they are missing, and finishes what
   * an earlier process left undone.
   *
   * @param clock says when a fresh key was created
   * @throws StoreUnavailableException when database or directory cannot be reached
   * @throws StoreCorruptException when log, index and keys contradict each other, or another
   *     process writes here
   */
  public static AttestationStore open(StoreConfig config, Clock clock) {
    try {
      return open(config, clock, DirectoryStorage.open(config.logDirectory()));
    } catch (IOException e) {
      throw new StoreUnavailableException("opening the log in " + config.logDirectory(), e);
    }
  }

  /** Opens the store over {@code storage}, which it closes. */
  static AttestationStore open(StoreConfig config, Clock clock, LogStorage storage) {
    AttestationIndex index = null;
    try {
      index = AttestationIndex.open(config.database());
      LogIdentity identity = new LogIdentity(config, index);
      Ed25519Key signer = identity.signer(clock.instant());
      NoteKey key = new NoteKey(config.origin(), signer.publicKey());
      identity.require(key);
      TileLog log = TileLog.open(storage, key, signer, index);
      identity.claim(key);
      LOG.atInfo()
          .addKeyValue("origin", config.origin())
          .addKeyValue("size", log.snapshot().size())
          .log("attestation store open");
      return new AttestationStore(index, storage, log, keys(config, key, signer));
    } catch (RuntimeException e) {
      if (index != null) {
        index.close();
      }
      close(storage);
      throw e;
    }
  }

  private static List<PublishedKey> keys(StoreConfig config, NoteKey key, Ed25519Key signer) {
    List<PublishedKey> keys = new ArrayList<>();
    for (AttestationKey attestation : config.attestationKeys()) {
      keys.add(
          new PublishedKey(
              attestation.key().keyId(),
              PublishedKey.Use.ATTESTATION,
              "Ed25519",
              attestation.key().pem(),
              null,
              attestation.notBefore(),
              attestation.notAfter()));
    }
    keys.add(
        new PublishedKey(
            signer.keyId(),
            PublishedKey.Use.CHECKPOINT,
            "Ed25519",
            signer.publicKey().pem(),
            key.vkey(),
            signer.created(),
            null));
    return List.copyOf(keys);
  }

  /**
   * Writes everything in {@code batch} in one transaction, integrates its new attestations into the
   * log and publishes a checkpoint that covers them.
   *
   * @throws StoreUnavailableException when database or directory failed; the same batch may be
   *     written again
   */
  public Appended write(Batch batch) {
    writing.lock();
    try {
      for (StoredAttestation attestation : batch.attestations()) {
        requireEntry(attestation);
      }
      log.follow(index);
      List<StoredAttestation> fresh = index.write(batch, log.snapshot().size());
      if (!fresh.isEmpty()) {
        log.integrate(fresh.stream().map(added -> added.envelope().payload()).toList());
      }
      int known = batch.attestations().size() - fresh.size();
      return new Appended(fresh.size(), known, log.snapshot().size());
    } finally {
      writing.unlock();
    }
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

  /** {@link #write} for attestations alone. */
  public Appended append(List<StoredAttestation> attestations) {
    return write(new Batch(attestations, List.of(), List.of()));
  }

  /** {@link #write} for decisions alone. */
  public void recordDecisions(List<DecisionRow> decisions) {
    write(new Batch(List.of(), decisions, List.of()));
  }

  /** {@link #write} for work items alone. */
  public void upsertWorkItems(List<WorkItemRow> workItems) {
    write(new Batch(List.of(), List.of(), workItems));
  }

  /**
   * A page of attestations. Only attestations that the published checkpoint covers are listed, so
   * every one of them can be proved.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<AttestationListing> attestations(AttestationQuery query) {
    return index.attestations(query, log.snapshot().size());
  }

  /** The list line of attestation {@code id}. */
  public Optional<AttestationListing> attestation(String id) {
    return index.attestation(id);
  }

  /**
   * The list lines of those of {@code ids}, at most a batch of them, that are kept here. For who
   * writes: it waits for writes, and finds at hand what they need.
   */
  public List<AttestationListing> attestations(Collection<String> ids) {
    return betweenWrites(() -> index.attestations(ids));
  }

  /** Those of {@code ids}, at most a batch of them, that are kept here; for who writes. */
  public Set<String> kept(Collection<String> ids) {
    return betweenWrites(() -> index.known(ids));
  }

  private <T> T betweenWrites(Supplier<T> question) {
    writing.lock();
    try {
      return question.get();
    } finally {
      writing.unlock();
    }
  }

  /** The DSSE envelope document of attestation {@code id}, as JSON. */
  public Optional<byte[]> envelope(String id) {
    return index.envelope(id);
  }

  /**
   * The proof that attestation {@code id} is in the log at its current checkpoint, as a C2SP
   * tlog-proof text.
   */
  public Optional<String> proof(String id) {
    return index.position(id).map(this::proof);
  }

  private String proof(long position) {
    if (position >= log.snapshot().size()) {
      awaitIntegration();
    }
    LogSnapshot snapshot = log.snapshot();
    return TlogProof.of(position, log.inclusion(snapshot, position), snapshot.note()).text();
  }

  /** Waits for the write that has sequenced an attestation but not yet published it. */
  private void awaitIntegration() {
    writing.lock();
    try {
      log.follow(index);
    } finally {
      writing.unlock();
    }
  }

  /**
   * The proof that the tree of {@code newSize} leaves extends that of {@code oldSize} leaves.
   *
   * @throws IllegalArgumentException unless {@code 0 <= oldSize <= newSize <=} the published size
   */
  public List<Hash> consistency(long oldSize, long newSize) {
    return log.consistency(log.snapshot(), oldSize, newSize);
  }

  /** The newest signed checkpoint, a C2SP signed note. */
  public String checkpoint() {
    return log.snapshot().note();
  }

  /** Number of leaves that the newest checkpoint covers. */
  public long logSize() {
    return log.snapshot().size();
  }

  /**
   * The tile or entry bundle that is served under {@code path}, for example {@code
   * tile/0/x001/234.p/17}, without a leading slash. Empty when the path is not of the format or the
   * published tree has no such tile.
   */
  public Optional<byte[]> tile(String path) {
    return TilePath.parse(path).flatMap(log::tile);
  }

  /**
   * A page of work items, those first seen last first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<WorkItemRow> workItems(WorkItemQuery query) {
    return index.workItems(query);
  }

  /** The work item {@code id}. */
  public Optional<WorkItemRow> workItem(String id) {
    return index.workItem(id);
  }

  /**
   * A page of open questions, those that are due first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<ApprovalListing> approvals(ApprovalQuery query) {
    return index.approvals(query);
  }

  /** The decision that asked the question {@code approval}, open or not. */
  public Optional<DecisionRow> asked(String approval) {
    return index.asked(approval);
  }

  /** The decisions about {@code workItem} as they were recorded, oldest first. */
  public List<DecisionRow> decisions(String workItem) {
    return index.decisions(workItem);
  }

  /** The decision {@code id}. */
  public Optional<DecisionRow> decision(String id) {
    return index.decision(id);
  }

  /**
   * Why the store cannot answer at present, in a sentence; empty when it can. An index that is
   * ahead of the log is integrated; it is a problem only when that fails.
   */
  public Optional<String> problem() {
    try {
      long published = log.snapshot().size();
      long sequenced = index.size();
      if (sequenced > published && writing.tryLock()) {
        try {
          log.follow(index);
        } finally {
          writing.unlock();
        }
      }
      return sequenced < published
          ? Optional.of("the database has fewer attestations than the published checkpoint covers")
          : Optional.empty();
    } catch (StoreUnavailableException | StoreCorruptException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** The keys to publish: those of attestations, then the log's. */
  public List<PublishedKey> keys() {
    return keys;
  }

  /**
   * Rebuilds the whole tree of a store that is not open and compares it with every file of its log.
   *
   * @throws StoreCorruptException when another process writes this log
   */
  public static LogCheck.Report check(StoreConfig config) {
    Ed25519Key signer = Ed25519Key.load(config.checkpointKey());
    NoteKey key = new NoteKey(config.origin(), signer.publicKey());
    try (LogStorage storage = DirectoryStorage.open(config.logDirectory());
        AttestationIndex index = AttestationIndex.open(config.database())) {
      return LogCheck.run(storage, key, index);
    } catch (IOException e) {
      throw new StoreUnavailableException("checking the log in " + config.logDirectory(), e);
    }
  }

  @Override
  public void close() {
    writing.lock();
    try {
      index.close();
      close(storage);
    } finally {
      writing.unlock();
    }
  }

  private static void close(LogStorage storage) {
    try {
      storage.close();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("closing the log storage failed");
    }
  }
}
